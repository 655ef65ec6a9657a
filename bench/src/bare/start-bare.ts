// Starts the bare program: server, runner and client, each as a separate process.
import { Agent } from 'node:http'
import { fileURLToPath } from 'node:url'
import { sendForJson } from '../client/send.ts'
import { type Child, startChild } from '../processes/child.ts'
import { READ_PATH, type Side, WRITE_PATH } from '../side.ts'

const SERVER = fileURLToPath(new URL('./server.ts', import.meta.url))
const RUNNER = fileURLToPath(new URL('./runner.ts', import.meta.url))
const CALLER = fileURLToPath(new URL('../client/caller.ts', import.meta.url))

export interface Places {
  readonly data: string
  readonly workspace: string
}

export async function startBareServer({ data }: Places): Promise<{ server: Child; url: string }> {
  const server = startChild({ command: [SERVER, data] })
  return { server, url: ((await server.ready) as { url: string }).url }
}

export const startBareRunner = (url: string, { workspace, data }: Places): Child => startChild({ command: [RUNNER, url, workspace, data] })

export async function startBare(places: Places): Promise<Side> {
  await using stack = new AsyncDisposableStack()
  const { server, url } = await startBareServer(places)
  stack.use(server)
  const runner = stack.use(startBareRunner(url, places))
  const client = stack.use(startChild({ command: [CALLER] }))
  await Promise.all([runner.ready, client.ready])
  const running = stack.move()
  return { name: 'bare', server, client, ...talk(url), [Symbol.asyncDispose]: () => running.disposeAsync() }
}

function talk(url: string): Pick<Side, 'read' | 'approved' | 'streams' | 'countCompleted'> {
  const agent = new Agent()
  const post = (path: string, body: object) => ({ method: 'POST', url: `${url}${path}`, body: JSON.stringify(body) }) as const
  return {
    read: post('/execute', { tool_name: 'read_file', tool_params: { path: READ_PATH } }),
    approved: {
      ask: post('/execute', { tool_name: 'write_file', tool_params: { path: WRITE_PATH, content: 'number {n}\n' } }),
      wait: { method: 'GET', url: `${url}/tools/{tool_id}` },
      approve: post('/approve/{approval_id}', {}),
    },
    streams: { runner: { url: `${url}/stream`, headers: {} } },
    countCompleted: async () => (await sendForJson<{ completed: number }>(agent, { method: 'GET', url: `${url}/count` })).completed,
  }
}
