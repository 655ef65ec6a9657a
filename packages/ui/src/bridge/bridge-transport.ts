// The transport of the page in a webview: requests and streams go to the host as messages.
import type { ReplyHead, Transport, TransportReply, TransportRequest, TransportStream } from '@countersign/client'
import type { Received, ToHost, ToWebview } from './bridge.ts'

type Message<Type extends ToWebview['type']> = Received<ToWebview, Type>

/** One request or stream under way. */
interface Exchange {
  reply?(message: Message<'REPLY'>): void
  stream?(message: Message<'STREAM'>): void
  chunk?(bytes: Uint8Array): void
  end?(): void
  broken(error: Error): void
}

export interface BridgeTransport extends Transport {
  receive(message: ToWebview): void
}

export function createBridgeTransport(send: (message: ToHost) => void): BridgeTransport {
  const exchanges = new Map<number, Exchange>()
  let last = 0
  const begin = (exchange: Exchange, signal: AbortSignal | undefined): number => {
    const id = ++last
    exchanges.set(id, exchange)
    signal?.addEventListener('abort', () => cancel(id, signal.reason), { once: true })
    return id
  }
  const cancel = (id: number, reason: unknown): void => {
    const exchange = exchanges.get(id)
    if (!exchange) return
    exchanges.delete(id)
    send({ type: 'CANCEL', id })
    exchange.broken(reason instanceof Error ? reason : new Error('cancelled'))
  }
  const finish = (id: number): Exchange | undefined => {
    const exchange = exchanges.get(id)
    exchanges.delete(id)
    return exchange
  }
  return {
    request: (request) =>
      new Promise<TransportReply>((resolve, reject) => {
        request.signal?.throwIfAborted()
        const id = begin({ reply: (message) => resolve(replyOf(message)), broken: reject }, request.signal)
        const body = request.body === undefined ? {} : { body: request.body }
        const limit = request.timeoutMilliseconds === undefined ? {} : { timeout_ms: request.timeoutMilliseconds }
        send({ type: 'REQUEST', id, ...addressOf(request), ...body, ...limit })
      }),
    stream: (request) =>
      new Promise<TransportStream>((resolve, reject) => {
        request.signal?.throwIfAborted()
        const chunks = createChunks()
        const onStream = (message: Message<'STREAM'>) => resolve({ ...headOf(message), chunks: chunks.read() })
        const broken = (error: Error) => {
          reject(error)
          chunks.break(error)
        }
        const id = begin({ stream: onStream, chunk: chunks.push, end: chunks.end, broken }, request.signal)
        send({ type: 'OPEN_STREAM', id, ...addressOf(request) })
      }),
    receive(message) {
      if (message.type === 'REPLY') finish(message.id)?.reply?.(message)
      if (message.type === 'STREAM') exchanges.get(message.id)?.stream?.(message)
      if (message.type === 'CHUNK') exchanges.get(message.id)?.chunk?.(message.bytes)
      if (message.type === 'END') finish(message.id)?.end?.()
      if (message.type === 'BROKEN') finish(message.id)?.broken(new Error(message.message))
    },
  }
}

/** The host knows where the server is; only the path travels. */
function addressOf({ method, url, headers }: TransportRequest) {
  const { pathname, search } = new URL(url)
  return { method: method as Received<ToHost, 'REQUEST'>['method'], path: `${pathname}${search}`, headers: { ...headers } }
}

const headOf = ({ status, headers }: Pick<Message<'REPLY'>, 'status' | 'headers'>): ReplyHead => ({
  status,
  header: (name) => headers[name.toLowerCase()],
})

const replyOf = (message: Message<'REPLY'>): TransportReply => ({
  ...headOf(message),
  text: async () => new TextDecoder().decode(message.body),
  bytes: async () => message.body,
})

/** Chunks that arrive as messages, read one after the other. */
function createChunks() {
  const waiting: Uint8Array[] = []
  let ended: { readonly error?: Error } | undefined
  let wake = Promise.withResolvers<void>()
  const settle = (end: { readonly error?: Error }) => {
    ended ??= end
    wake.resolve()
  }
  return {
    push: (bytes: Uint8Array) => {
      waiting.push(bytes)
      wake.resolve()
    },
    end: () => settle({}),
    break: (error: Error) => settle({ error }),
    async *read(): AsyncGenerator<Uint8Array> {
      for (;;) {
        yield* waiting.splice(0)
        if (waiting.length > 0) continue
        if (ended?.error) throw ended.error
        if (ended) return
        await wake.promise
        wake = Promise.withResolvers<void>()
      }
    },
  }
}
