// The official transport, with two things of ours: the ids of our requests to a client are of this connection alone, and what
// withdraws such a request reaches the client even after the call ended in whose stream it was asked.
import { randomUUID } from 'node:crypto'
import { type JSONRPCMessage, type TransportSendOptions, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'

type Handling = Parameters<WebStandardStreamableHTTPServerTransport['handleRequest']>[1]

const CANCELLED = 'notifications/cancelled'

export class GateTransport extends WebStandardStreamableHTTPServerTransport {
  /** The package counts its requests from 0 in each process: an answer to one that an earlier process asked must not fit another. */
  readonly #mark = `${randomUUID()}/`

  override async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const marked = this.#marked(message)
    const sending = super.send(marked, options)
    if (!('method' in message) || message.method !== CANCELLED) return sending
    // Where the call has ended the transport knows its stream no more: then it is told unasked.
    await sending.catch(() => super.send(marked))
  }

  override handleRequest(request: Request, { parsedBody, ...others }: NonNullable<Handling> = {}): Promise<Response> {
    if (parsedBody === undefined) return super.handleRequest(request, others)
    const body = Array.isArray(parsedBody) ? parsedBody.map((one) => this.#unmarked(one)) : this.#unmarked(parsedBody)
    return super.handleRequest(request, { ...others, parsedBody: body })
  }

  #marked(message: JSONRPCMessage): JSONRPCMessage {
    if (!('method' in message)) return message
    if ('id' in message) return { ...message, id: `${this.#mark}${message.id}` }
    if (message.method !== CANCELLED) return message
    return { ...message, params: { ...message.params, requestId: `${this.#mark}${message.params?.requestId}` } }
  }

  /** The client's answer to a request of ours: to any other, its id stays one that nobody waits for. */
  #unmarked(message: unknown): unknown {
    if (typeof message !== 'object' || message === null || 'method' in message || !('id' in message)) return message
    const id = String(message.id)
    return { ...message, id: id.startsWith(this.#mark) ? Number(id.slice(this.#mark.length)) : `unknown/${id}` }
  }
}
