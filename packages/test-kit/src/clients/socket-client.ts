// A client of the CodeLab channel over a real WebSocket: sends anything, remembers everything.
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { eventually, LIMIT_MILLISECONDS, pause } from '../wait.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into messages of every shape
export type ReadMessage = any

interface Address {
  readonly port: number
}

export interface SocketOptions {
  readonly project: string
  readonly token?: string | undefined
  readonly headers?: Record<string, string>
  readonly protocols?: readonly string[]
  /** False: leaves pings unanswered. */
  readonly autoPong?: boolean
}

export class SocketClient implements AsyncDisposable {
  readonly messages: ReadMessage[] = []
  readonly socket: WebSocket
  closed: { readonly code: number; readonly reason: string } | undefined
  #taken = 0

  constructor({ port }: Address, { project, token, headers = {}, protocols = [], autoPong = true }: SocketOptions) {
    const all = { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers }
    this.socket = new WebSocket(`ws://127.0.0.1:${port}/my/projects/${project}/ws`, [...protocols], { headers: all, autoPong })
    this.socket.on('message', (data) => this.messages.push(JSON.parse(String(data))))
    this.socket.on('close', (code, reason) => {
      this.closed = { code, reason: String(reason) }
    })
    this.socket.on('error', () => undefined)
  }

  static async open(server: Address, options: SocketOptions): Promise<SocketClient> {
    const client = new SocketClient(server, options)
    await once(client.socket, 'open')
    return client
  }

  send(message: object): void {
    this.socket.send(JSON.stringify(message))
  }

  /** The first matching message, already received or still to come; it is removed from `messages`. */
  take(fits: (message: ReadMessage) => boolean): Promise<ReadMessage> {
    return eventually('a message that fits', () => {
      const index = this.messages.findIndex(fits)
      return index < 0 ? undefined : this.messages.splice(index, 1)[0]
    })
  }

  /** The next message that has not been taken yet. */
  async next(milliseconds = LIMIT_MILLISECONDS): Promise<ReadMessage> {
    const deadline = Date.now() + milliseconds
    while (this.messages.length <= this.#taken) {
      if (this.closed || Date.now() > deadline)
        throw new Error(`no message: ${JSON.stringify([this.closed ?? 'open', this.messages.at(-1)])}`)
      await pause(5)
    }
    this.#taken += 1
    return this.messages[this.#taken - 1]
  }

  /** Everything that the server has sent so far: the answer to a request of our own comes after it. */
  async settled(): Promise<ReadMessage[]> {
    this.socket.send('{"type":"ping"}')
    const before: ReadMessage[] = []
    for (;;) {
      const message = await this.next()
      if (message.type === 'error' && message.error.message.includes('type: one of')) return before
      before.push(message)
    }
  }

  async ended(milliseconds = LIMIT_MILLISECONDS): Promise<{ readonly code: number; readonly reason: string }> {
    const deadline = Date.now() + milliseconds
    while (!this.closed) {
      if (Date.now() > deadline) throw new Error('the connection is still open')
      await pause(5)
    }
    return this.closed
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.socket.terminate()
  }
}

/** How an upgrade was refused. */
export async function refusedUpgrade(server: Address, options: SocketOptions): Promise<{ status: number; body: ReadMessage }> {
  const { socket } = new SocketClient(server, options)
  const [, response] = await once(socket, 'unexpected-response')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return { status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) }
}
