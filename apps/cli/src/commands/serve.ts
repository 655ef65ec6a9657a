// countersign serve: the server, and a runner of its own in a separate process.
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type RunningServer, startServer } from '@countersign/server'
import { connectionFile, dataFolder, type ReadyFile, writePrivately } from '../connection/data-folder.ts'
import { findRunnerRules } from '../serve/find-runner-rules.ts'
import { nextSteps } from '../serve/next-steps.ts'
import { pageLink } from '../serve/page-folder.ts'
import { type RunnerChild, type RunnerChildOptions, startRunnerChild } from '../serve/runner-child.ts'
import { type ServeOptions, serverOptions } from '../serve/server-options.ts'
import { untilOnline } from '../serve/until-online.ts'
import { printLine } from '../terminal/print.ts'
import { chooseWorkspace } from '../workspace/choose-workspace.ts'
import { workspaceIdOf } from '../workspace/workspace-id.ts'

export async function serve(options: ServeOptions): Promise<void> {
  const data = dataFolder(options.data)
  const workspace = await chooseWorkspace(options, data)
  await mkdir(data, { recursive: true, mode: 0o700 })
  const rulesFile = workspace && options.runner ? findRunnerRules({ given: options.rules, data, workspace }) : undefined
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const settings = await serverOptions(options, data, workspace ? { path: workspace, id: workspaceIdOf(workspace) } : undefined)
  await using server = await startServer(settings)
  const ready = readyFile(server)
  await using runner =
    workspace && options.runner && ready ? runnerOf(ready, { workspace, data, rulesFile, logLevel: options.logLevel }) : undefined
  const isolation = runner && ready ? await untilOnline(ready, stop.signal) : undefined
  if (ready) await writePrivately(connectionFile(data), ready)
  if (ready && options.readyFile) await writePrivately(resolve(options.readyFile), { ...ready, pid: process.pid, runner_pid: runner?.pid })
  printLine(
    nextSteps({
      url: server.url,
      link: server.local && pageLink(server.url, server.local.loginCode()),
      workspace,
      data,
      isDefaultData: options.data === undefined,
      isSample: options.sample !== undefined,
      isolation,
      models: settings.models ?? [],
      isForeign: ready === undefined,
    }),
  )
  if (!stop.signal.aborted) await once(stop.signal, 'abort')
}

const runnerOf = ({ url, tokens }: ReadyFile, { data, ...rest }: Omit<RunnerChildOptions, 'url' | 'token'>): RunnerChild =>
  startRunnerChild({ url, token: tokens.runner, data: join(data, 'runner'), ...rest })

const readyFile = ({ url, local }: RunningServer): ReadyFile | undefined =>
  local && { url, project_id: local.projectId, tokens: local.tokens }
