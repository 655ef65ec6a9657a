// The test's end: sends functions to the extension host of the open window and waits for their results. A host outlives its window, and one that
// starts is slower than its window: an order goes to every host, also to later ones, until the one whose window is there takes it.
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type * as vscode from 'vscode'
import { makeFolder } from '../../../../packages/test-kit/src/folders/make-folder.ts'
import { eventually } from '../../../../packages/test-kit/src/wait.ts'
import { type HostAnswer, type HostOrder, SOCKET_VARIABLE } from './messages.ts'

export interface HostChannel extends AsyncDisposable {
  /** For the process of VS Code. */
  readonly env: Readonly<Record<string, string>>
  /** The function uses only its two parameters, and what it returns passes as JSON. */
  run<A, R>(work: (editor: typeof vscode, argument: A) => R | Thenable<R>, argument: A): Promise<R>
}

interface Waiting {
  readonly order: HostOrder
  readonly reply: PromiseWithResolvers<unknown>
  takenBy?: Socket
}

export async function openHostChannel(): Promise<HostChannel> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await makeFolder('host'))
  const waiting = new Map<number, Waiting>()
  const hosts = new Set<Socket>()
  const server = createServer((host) => {
    hosts.add(host)
    host.on('error', () => host.destroy())
    host.on('close', () => {
      hosts.delete(host)
      for (const { takenBy, reply } of waiting.values()) if (takenBy === host) reply.reject(new Error('the extension host ended'))
    })
    createInterface({ input: host }).on('line', (line) => settle(waiting, host, JSON.parse(line) as HostAnswer))
    for (const { takenBy, order } of waiting.values()) if (!takenBy) send(host, order)
  })
  const path = folder.at('socket')
  server.listen(path)
  await once(server, 'listening')
  stack.defer(() => {
    for (const host of hosts) host.destroy()
    server.close()
  })
  const ending = stack.move()
  let last = 0
  return {
    env: { [SOCKET_VARIABLE]: path },
    run: async <R>(work: unknown, argument: unknown) => {
      const one: Waiting = { order: { id: ++last, source: String(work), argument }, reply: Promise.withResolvers() }
      waiting.set(one.order.id, one)
      for (const host of hosts) send(host, one.order)
      try {
        const [result] = await Promise.all([one.reply.promise, eventually('the extension host of an open window', () => one.takenBy)])
        return result as R
      } finally {
        waiting.delete(one.order.id)
      }
    },
    [Symbol.asyncDispose]: () => ending.disposeAsync(),
  }
}

const send = (host: Socket, order: HostOrder): boolean => host.write(`${JSON.stringify(order)}\n`)

function settle(waiting: Map<number, Waiting>, host: Socket, { id, isTaken, result, error }: HostAnswer): void {
  const one = waiting.get(id)
  if (!one) return
  if (isTaken) one.takenBy = host
  else if (error === undefined) one.reply.resolve(result)
  else one.reply.reject(new Error(`in the extension host: ${error}`))
}
