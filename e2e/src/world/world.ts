// A whole system of real processes on real ports: server, runner, workspace, and people with their tokens.
import type { Mode } from '@countersign/protocol'

import { type Folder, makeFolder } from '../../../packages/test-kit/src/folders/make-folder.ts'
import { eventually } from '../../../packages/test-kit/src/wait.ts'
import { type EventReader, type ReadOptions, readEvents } from './clients/event-reader.ts'
import { type Agent, createAgent, createOperator, type Operator } from './clients/people.ts'
import { createToken, type TokenClaims } from './clients/tokens.ts'
import type { Child } from './processes/child.ts'
import { startRunner } from './processes/runner.ts'
import { type Server, startServer } from './processes/server.ts'

export interface WorldOptions {
  /** `own`: the server starts one; `separate`: a process that a test can kill alone; `none`: there is no runner. */
  readonly runner?: 'own' | 'separate' | 'none'
  readonly files?: Readonly<Record<string, string>>
  readonly serve?: readonly string[]
  /** Fills the workspace before the server sees it. */
  readonly prepare?: (root: string) => void
  /** The mode of its project; `strict` if omitted. */
  readonly mode?: Mode
  readonly serverEnv?: Readonly<Record<string, string>>
  readonly runnerEnv?: Readonly<Record<string, string>>
}

export interface World extends AsyncDisposable {
  readonly url: string
  readonly projectId: string
  readonly workspace: Folder
  readonly data: Folder
  readonly agent: Agent
  readonly operator: Operator
  readonly tokens: Server['ready']['tokens']
  server(): Server
  runner(): Child | undefined
  /** A token of the local server with any claims, valid or not. */
  createToken(claims: TokenClaims): Promise<string>
  events(options?: ReadOptions): Promise<EventReader>
  /** The same server again, on the same data and the same port. */
  restartServer(env?: Readonly<Record<string, string>>): Promise<Server>
  restartRunner(env?: Readonly<Record<string, string>>): Child
  /** Waits until a runner holds the project. */
  runnerOnline(): Promise<void>
}

const FILES = {
  'README.md': '# Sample\n\nHello from the workspace.\n',
  'src/main.py': 'print("main")\n',
  'config.json': '{"api_url": "http://old.api.com"}\n',
  'count.mjs': "import { appendFileSync } from 'node:fs'\nappendFileSync('count.txt', 'ran\\n')\nconsole.log('counted')\n",
}

export async function startWorld({
  runner = 'own',
  files = {},
  prepare,
  serve = [],
  mode,
  serverEnv = {},
  runnerEnv = {},
}: WorldOptions = {}): Promise<World> {
  await using stack = new AsyncDisposableStack()
  const workspace = stack.use(await makeFolder('workspace', { ...FILES, ...files }))
  prepare?.(workspace.path)
  const data = stack.use(await makeFolder('data'))
  const args = ['--calls-per-second', '10000', ...(runner === 'own' ? [] : ['--no-runner']), ...serve]
  const options = { data: data.path, workspace: workspace.path, args, ...(mode && { mode }) }
  let server = await startServer({ ...options, env: serverEnv })
  const { port } = server
  const { url, project_id: projectId, tokens } = server.ready
  let runnerChild: Child | undefined
  stack.defer(() => server[Symbol.asyncDispose]())
  stack.defer(async () => runnerChild?.[Symbol.asyncDispose]())
  const restartRunner = (env: Readonly<Record<string, string>> = {}) => {
    runnerChild = startRunner({ url, token: tokens.runner, workspace: workspace.path, data: data.at('separate-runner'), env })
    return runnerChild
  }
  const operator = createOperator(url, tokens.operator, projectId)
  const runnerOnline = () => untilOnline(operator, projectId)
  if (runner === 'separate') {
    restartRunner(runnerEnv)
    if (Object.keys(runnerEnv).length === 0) await runnerOnline()
  }
  const ending = stack.move()
  return {
    url,
    projectId,
    workspace,
    data,
    tokens,
    operator,
    agent: createAgent(url, tokens.agent, projectId),
    server: () => server,
    runner: () => runnerChild,
    createToken: (claims) => createToken(data.path, claims),
    events: (readOptions) => readEvents(operator, projectId, readOptions),
    restartServer: async (env = {}) => {
      server = await startServer({ ...options, env: { ...serverEnv, ...env }, port })
      return server
    },
    restartRunner,
    runnerOnline,
    [Symbol.asyncDispose]: () => ending.disposeAsync(),
  }
}

async function untilOnline(operator: Operator, projectId: string): Promise<void> {
  await eventually('a runner', async () => {
    const { project } = await operator.get<{ project: { runner: { online: boolean } | null } }>(`/my/projects/${projectId}`)
    return project.runner?.online
  })
}
