// Starts Countersign as a user does: `countersign serve`, with its own runner, and a client process beside it.
import { readFileSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Places } from '../bare/start-bare.ts'
import { type Child, startChild } from '../processes/child.ts'
import type { Side } from '../side.ts'
import { type Ready, talkTo } from './talk.ts'

const COMMAND_LINE = fileURLToPath(new URL('../../../apps/cli/src/main.ts', import.meta.url))
const CALLER = fileURLToPath(new URL('../client/caller.ts', import.meta.url))
const READY_MILLISECONDS = 30_000

export interface ServeOptions {
  /** The file for Node: the command of the repository if left out. */
  readonly command?: string
  readonly port?: number
  readonly runner?: boolean
  /** Additional options of the command line. */
  readonly more?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

/** The limit of calls per second protects a server from its agents; here it would only measure itself. */
export function serveCommand({ data, workspace }: Places, options: ServeOptions = {}): string[] {
  const { command = COMMAND_LINE, port = 0, runner = true, more = [] } = options
  const files = ['--data', join(data, 'server'), '--workspace', workspace, '--ready-file', join(data, 'ready.json')]
  const rest = ['--calls-per-second', '1000000', ...(runner ? [] : ['--no-runner']), ...more]
  return [command, 'serve', '--port', String(port), ...files, ...rest]
}

export async function startOurServer(places: Places, options: ServeOptions = {}): Promise<{ server: Child; ready: Ready }> {
  // The file of an earlier start on the same data.
  rmSync(join(places.data, 'ready.json'), { force: true })
  const server = startChild({ command: serveCommand(places, options), environment: options.environment ?? {} })
  const ended = server.ready.then(() => undefined)
  const ready = await Promise.race([readyFile(join(places.data, 'ready.json')), ended]).catch(async (error: unknown) => {
    await server[Symbol.asyncDispose]()
    throw error
  })
  if (!ready) throw new Error('countersign serve did not say where it serves')
  return { server, ready }
}

async function readyFile(path: string): Promise<Ready> {
  for (const started = Date.now(); Date.now() - started < READY_MILLISECONDS; await pause(20)) {
    try {
      return JSON.parse(readFileSync(path, 'utf8')) as Ready
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  throw new Error(`no ${path} after ${READY_MILLISECONDS} ms`)
}

export async function startOurs(places: Places): Promise<Side> {
  await using stack = new AsyncDisposableStack()
  const { server, ready } = await startOurServer(places)
  stack.use(server)
  const client = stack.use(startChild({ command: [CALLER] }))
  await client.ready
  const agent = new Agent({ keepAlive: true })
  stack.defer(() => agent.destroy())
  const running = stack.move()
  return { name: 'ours', server, client, ...talkTo(ready, agent), [Symbol.asyncDispose]: () => running.disposeAsync() }
}
