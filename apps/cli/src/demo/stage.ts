// The demo's setup: a sample project, a server and a runner in a temporary folder, all removed afterwards.
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@countersign/client'
import { workspaceIdOf } from '@countersign/runner/workspace-root'
import { startServer } from '@countersign/server'
import { startRunnerChild } from '../serve/runner-child.ts'
import { untilOnline } from '../serve/until-online.ts'
import { checkWorkspace } from '../workspace/check-workspace.ts'
import { makeSampleWorkspace } from '../workspace/sample-workspace.ts'

export interface Stage extends AsyncDisposable {
  readonly projectId: string
  /** The agent's client: it may call tools but not answer. */
  readonly agent: Client
  /** Your client. */
  readonly operator: Client
  readonly workspace: string
  /** The current content of a file of the sample project. */
  read(path: string): Promise<string>
}

export async function openStage(signal: AbortSignal): Promise<Stage> {
  await using parts = new AsyncDisposableStack()
  const root = await realpath(await mkdtemp(join(tmpdir(), 'countersign-demo-')))
  parts.defer(() => rm(root, { recursive: true, force: true, maxRetries: 5 }))
  const data = join(root, 'data')
  const workspace = checkWorkspace(await makeSampleWorkspace(join(root, 'sample')), { dataDir: data })
  const server = parts.use(await startServer({ dataDir: data, workspaceId: workspaceIdOf(workspace), name: 'sample', logLevel: 'error' }))
  const { url, local } = server
  if (!local) throw new Error('A server without an issuer of tokens is a local one')
  const { token, projectId } = local
  const runner = { url, makeToken: () => token('runner'), workspace, data: join(data, 'runner'), rulesFile: undefined, logLevel: 'error' }
  parts.use(startRunnerChild(runner))
  await untilOnline({ url, local }, signal)
  const kept = parts.move()
  return {
    projectId,
    agent: createClient({ url, token: token('agent'), signal }),
    operator: createClient({ url, token: token('operator'), signal }),
    workspace,
    read: (path) => readFile(join(workspace, path), 'utf8'),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}
