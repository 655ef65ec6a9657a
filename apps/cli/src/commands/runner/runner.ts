// countersign runner: executes calls in one workspace of this machine. They come from a server, or from the parent process.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keepToken } from '@countersign/client'
import { faultsFromEnvironment, startRunner } from '@countersign/runner'
import { dataFolder } from '@countersign/runner/local-server'
import { createNodeTransport } from '@countersign/runner/node'
import { projectOfToken } from '../../connection/project-of-token.ts'
import { createNodeParts } from '../../runner-parts/node-parts.ts'
import { stderrLogger } from '../../terminal/logger.ts'
import { UsageError } from '../../terminal/report-error.ts'
import { checkWorkspace } from '../../workspace/check-workspace.ts'
import type { RunnerOptions } from './runner-options.ts'

export async function runner(options: RunnerOptions): Promise<void> {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  if (options.stdio) return (await import('./runner-stdio.ts')).runnerOnStdio(options, stop.signal)
  if (options.untilStdinEnds) process.stdin.resume().once('end', () => stop.abort())
  await runForServer(options, stop.signal)
  // Standard input would keep the process alive.
  process.stdin.destroy()
}

async function runForServer(options: RunnerOptions, signal: AbortSignal): Promise<void> {
  const { server } = options
  if (!server)
    throw new UsageError('the runner needs its server: --server URL; or --stdio, to take its calls from the program that starts it')
  const token = await readToken(options)
  const dataDir = options.data ? dataFolder(options.data) : join(dataFolder(undefined), 'runner')
  await using transport = createNodeTransport(server)
  using ending = new DisposableStack()
  const kept = ending.adopt(keepToken({ url: server, token, transport }), ({ stop }) => stop())
  await using running = await startRunner({
    ...createNodeParts(),
    serverUrl: server,
    transport,
    token: kept.current,
    projectId: projectOfToken(token),
    workspace: checkWorkspace(options.workspace, { dataDir }),
    dataDir,
    logger: stderrLogger(options.logLevel),
    rulesFile: options.rules,
    signal,
    faults: faultsFromEnvironment(process.env),
  })
  await running.stopped
}

async function readToken({ tokenFile }: RunnerOptions): Promise<string> {
  const token = tokenFile ? await readFile(tokenFile, 'utf8') : process.env.COUNTERSIGN_TOKEN
  // Commands get a clean environment anyway, but the token should not stay in this one.
  delete process.env.COUNTERSIGN_TOKEN
  if (!token) throw new UsageError('the runner needs its token: COUNTERSIGN_TOKEN in the environment, or --token-file FILE')
  return token.trim()
}
