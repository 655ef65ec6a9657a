// The test's end: sends functions to the extension host of the newest window and waits for their results.
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

export async function openHostChannel(): Promise<HostChannel> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await makeFolder('host'))
  const waiting = new Map<number, Waiting>()
  let newest: Socket | undefined
  const server = createServer((socket) => {
    newest = socket
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      if (newest === socket) newest = undefined
      for (const { by, reply } of waiting.values()) if (by === socket) reply.reject(new Error('the extension host ended'))
    })
    createInterface({ input: socket }).on('line', (line) => settle(waiting, JSON.parse(line) as HostAnswer))
  })
  const path = folder.at('socket')
  server.listen(path)
  await once(server, 'listening')
  stack.defer(() => {
    newest?.destroy()
    server.close()
  })
  const ending = stack.move()
  let last = 0
  return {
    env: { [SOCKET_VARIABLE]: path },
    run: async <R>(work: unknown, argument: unknown) => {
      const socket = await eventually('the extension host', () => newest)
      const order: HostOrder = { id: ++last, source: String(work), argument }
      const reply = Promise.withResolvers<unknown>()
      waiting.set(order.id, { by: socket, reply })
      socket.write(`${JSON.stringify(order)}\n`)
      return reply.promise as Promise<R>
    },
    [Symbol.asyncDispose]: () => ending.disposeAsync(),
  }
}

interface Waiting {
  readonly by: Socket
  readonly reply: PromiseWithResolvers<unknown>
}

function settle(waiting: Map<number, Waiting>, { id, result, error }: HostAnswer): void {
  const reply = waiting.get(id)?.reply
  waiting.delete(id)
  if (error === undefined) reply?.resolve(result)
  else reply?.reject(new Error(`in the extension host: ${error}`))
}
