// The official transport with two changes: the ids of our requests to a client are unique to this connection, and the
// cancellation of such a request reaches the client even after the call whose stream carried it has ended.
import { randomUUID } from 'node:crypto'
import { type JSONRPCMessage, type TransportSendOptions, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'

type Handling = Parameters<WebStandardStreamableHTTPServerTransport['handleRequest']>[1]

const CANCELLED = 'notifications/cancelled'

export class GateTransport extends WebStandardStreamableHTTPServerTransport {
  /**
   * The package numbers its requests from 0 in each process. The mark prevents an answer to an earlier process from matching a
   * new request.
   */
  readonly #mark = `${randomUUID()}/`

  override async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const marked = this.#marked(message)
    const sending = super.send(marked, options)
    if (!('method' in message) || message.method !== CANCELLED) return sending
    // If the call has ended, the transport no longer has its stream: the message is then sent outside any request.
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

  /** Removes the mark from the client's answer to one of our requests. Any other id stays unchanged and matches nothing. */
  #unmarked(message: unknown): unknown {
    if (typeof message !== 'object' || message === null || 'method' in message || !('id' in message)) return message
    const id = String(message.id)
    return { ...message, id: id.startsWith(this.#mark) ? Number(id.slice(this.#mark.length)) : `unknown/${id}` }
  }
}
