// A real server and a real runner, each a separate process that counts the functions it enters.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Agent, createAgent, createOperator, type Operator } from '../../e2e/src/world/clients/people.ts'
import type { Ready } from '../../e2e/src/world/processes/server.ts'
import { type Folder, makeFolder } from '../../packages/test-kit/src/folders/make-folder.ts'
import { eventually } from '../../packages/test-kit/src/wait.ts'
import type { EnteredFunction } from './entered-function.ts'

const PROGRAM = join(import.meta.dirname, 'traced-program.ts')

export interface TracedSystem extends AsyncDisposable {
  readonly agent: Agent
  readonly operator: Operator
  /** The functions that either process entered since the last request. */
  takeEntered(): Promise<readonly EnteredFunction[]>
}

export async function startTracedSystem(files: Readonly<Record<string, string>>): Promise<TracedSystem> {
  await using stack = new AsyncDisposableStack()
  const workspace = stack.use(await makeFolder('walk-workspace', files))
  const data = stack.use(await makeFolder('walk-data'))
  const server = stack.adopt(startServer(workspace, data), stop)
  const ready = await readReadyFile(server, data.at('ready.json'))
  const runner = stack.adopt(startRunner(ready, workspace, data), stop)
  const operator = createOperator(ready.url, ready.tokens.operator, ready.project_id)
  await eventually('a runner', async () => {
    const { project } = await operator.get<{ project: { runner: { online: boolean } | null } }>(`/my/projects/${ready.project_id}`)
    return project.runner?.online
  })
  const ending = stack.move()
  return {
    agent: createAgent(ready.url, ready.tokens.agent, ready.project_id),
    operator,
    takeEntered: async () => (await Promise.all([server, runner].map(askEntered))).flat(),
    [Symbol.asyncDispose]: () => ending.disposeAsync(),
  }
}

function startServer(workspace: Folder, data: Folder): ChildProcess {
  const options = ['--workspace', workspace.path, '--data', data.path, '--ready-file', data.at('ready.json')]
  return start(['serve', '--no-runner', '--port', '0', ...options])
}

function startRunner({ url, tokens }: Ready, workspace: Folder, data: Folder): ChildProcess {
  const options = ['--server', url, '--workspace', workspace.path, '--data', data.at('runner')]
  return start(['runner', ...options], { COUNTERSIGN_TOKEN: tokens.runner })
}

function start(words: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, NODE_NO_WARNINGS: '1', NODE_V8_COVERAGE: '', COUNTERSIGN_KEY_STORE: 'file', ...env },
  })
  // Shown only if it ends unexpectedly.
  let printed = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  child.once('close', (code) => code && console.error(printed))
  return child
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'close')
}

async function readReadyFile(server: ChildProcess, file: string): Promise<Ready> {
  const text = await eventually('the server to be ready', () => {
    if (server.exitCode !== null) throw new Error('The server ended.')
    return existsSync(file) ? readFile(file, 'utf8') : undefined
  })
  return JSON.parse(text) as Ready
}

async function askEntered(child: ChildProcess): Promise<readonly EnteredFunction[]> {
  const answer = once(child, 'message')
  child.send('entered')
  const [entered] = (await answer) as [readonly EnteredFunction[]]
  return entered
}
