// countersign serve: the server, and its runner in a separate process.
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { dataFolder } from '@countersign/runner/local-server'
import { workspaceIdOf } from '@countersign/runner/workspace-root'
import type { LocalAccess, RunningServer } from '@countersign/server'
import { askAboutDevices } from '../serve/ask-about-devices.ts'
import { keepConnection } from '../serve/keep-connection.ts'
import { nextSteps } from '../serve/next-steps.ts'
import { pageLink } from '../serve/page-folder.ts'
import { findRunnerRules } from '../serve/policy/find-runner-rules.ts'
import { readPolicy } from '../serve/policy/read-policy.ts'
import { watchPolicy } from '../serve/policy/watched-policy.ts'
import { checkReadyFile, writeReadyFile } from '../serve/ready-file.ts'
import { type RunnerChild, type RunnerChildOptions, startRunnerChild } from '../serve/runner-child.ts'
import { type ServeOptions, serverOptions } from '../serve/server-options.ts'
import { startOnce } from '../serve/start-once.ts'
import { untilOnline } from '../serve/until-online.ts'
import { stderrLogger } from '../terminal/logger.ts'
import { printLine } from '../terminal/print.ts'
import { chooseWorkspace } from '../workspace/choose-workspace.ts'

export async function serve(options: ServeOptions): Promise<void> {
  const data = dataFolder(options.data)
  const workspace = await chooseWorkspace(options, data)
  await mkdir(data, { recursive: true, mode: 0o700 })
  checkReadyFile(options, workspace)
  const rulesFile = workspace && options.runner ? findRunnerRules({ given: options.rules, data, workspace }) : undefined
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const rules = { given: options.policy, data, workspace }
  using policy = watchPolicy(rules, readPolicy(rules), stderrLogger(options.logLevel))
  const settings = await serverOptions(options, data, workspace ? { path: workspace, id: workspaceIdOf(workspace) } : undefined)
  await using server = await startOnce({ ...settings, policy }, { data, isDefaultData: options.data === undefined })
  const { url, local } = server
  await using runner =
    workspace && options.runner && local ? runnerOf(server, local, { workspace, data, rulesFile, logLevel: options.logLevel }) : undefined
  const isolation = runner && local ? await untilOnline({ url, local }, stop.signal) : undefined
  await using _kept = local && (await keepConnection({ data, url, workspace, local }))
  if (local) await writeReadyFile(options, { url, local, runnerPid: runner?.pid })
  printLine(
    nextSteps({
      url,
      link: local && pageLink(url, local.loginCode()),
      workspace,
      data,
      isDefaultData: options.data === undefined,
      isSample: options.sample !== undefined,
      isolation,
      models: settings.models ?? [],
      isForeign: local === undefined,
    }),
  )
  if (local) void askAboutDevices({ url, local, signal: stop.signal })
  if (!stop.signal.aborted) await once(stop.signal, 'abort')
}

type RunnerRequest = Omit<RunnerChildOptions, 'url' | 'makeToken'>

const runnerOf = ({ url }: RunningServer, local: LocalAccess, { data, ...rest }: RunnerRequest): RunnerChild =>
  startRunnerChild({ url, makeToken: () => local.token('runner'), data: join(data, 'runner'), ...rest })
