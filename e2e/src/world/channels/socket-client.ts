// One end of the CodeLab WebSocket, as any client of it would be: texts of JSON, in their order.
import { once } from 'node:events'
import { type CodelabMessage, parseCodelabMessage } from '@countersign/protocol'
import { WebSocket } from 'ws'
import { eventually } from '../../../../packages/test-kit/src/wait.ts'

export interface SocketClient extends AsyncDisposable {
  readonly socket: WebSocket
  send(message: object): void
  /** Waits for the first message that fits, among those that were not taken yet. */
  take<T extends CodelabMessage['type']>(type: T, fits?: (message: MessageOf<T>) => boolean): Promise<MessageOf<T>>
  readonly waiting: readonly CodelabMessage[]
}

type MessageOf<T> = Extract<CodelabMessage, { type: T }>

export async function connectSocket(url: string, projectId: string, token: string): Promise<SocketClient> {
  const address = `${url.replace(/^http/, 'ws')}/my/projects/${projectId}/ws`
  const socket = new WebSocket(address, { headers: { authorization: `Bearer ${token}` } })
  const waiting: CodelabMessage[] = []
  socket.on('message', (data) => waiting.push(parseCodelabMessage(String(data))))
  socket.on('error', () => undefined)
  await once(socket, 'open')
  return {
    socket,
    waiting,
    send: (message) => socket.send(JSON.stringify(message)),
    take: <T extends CodelabMessage['type']>(type: T, fits: (message: MessageOf<T>) => boolean = () => true) =>
      eventually(`a message ${type}; there were ${JSON.stringify(waiting)}`, () => {
        const index = waiting.findIndex((message) => message.type === type && fits(message as MessageOf<T>))
        return index < 0 ? undefined : (waiting.splice(index, 1)[0] as MessageOf<T>)
      }),
    [Symbol.asyncDispose]: async () => socket.terminate(),
  }
}
