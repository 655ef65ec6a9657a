// One end of the CodeLab WebSocket of a world: every message must be valid on the channel.
import { type CodelabMessage, parseCodelabMessage } from '@countersign/protocol'
import { SocketClient as AnySocketClient } from '../../../../packages/test-kit/src/clients/socket-client.ts'

export interface SocketClient extends AsyncDisposable {
  readonly socket: AnySocketClient['socket']
  send(message: object): void
  /** Waits for the first matching message among those that were not taken yet. */
  take<T extends CodelabMessage['type']>(type: T, fits?: (message: MessageOf<T>) => boolean): Promise<MessageOf<T>>
  readonly waiting: readonly CodelabMessage[]
}

type MessageOf<T> = Extract<CodelabMessage, { type: T }>

export async function connectSocket(url: string, projectId: string, token: string): Promise<SocketClient> {
  const client = await AnySocketClient.open({ port: Number(new URL(url).port) }, { project: projectId, token })
  const parsed = () => client.messages.map((message) => parseCodelabMessage(JSON.stringify(message)))
  return {
    socket: client.socket,
    get waiting() {
      return parsed()
    },
    send: (message) => client.send(message),
    take: async <T extends CodelabMessage['type']>(type: T, fits: (message: MessageOf<T>) => boolean = () => true) =>
      parseCodelabMessage(JSON.stringify(await client.take((message) => message.type === type && fits(message)))) as MessageOf<T>,
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  }
}
