// The runner's transport: a pool of kept connections, driven by dispatch, which takes half the time of fetch.
// Only the pool is loaded, not all of undici: the rest costs more at start than the runner's own code.
/// <reference path="./undici-pool.d.ts" />
import type { ReplyHead, Transport, TransportReply, TransportRequest } from '@countersign/client'
import type { Dispatcher } from 'undici'
import Pool from 'undici/lib/dispatcher/pool.js'

export interface NodeTransport extends Transport, AsyncDisposable {}

const CONNECTIONS = 32

export function createNodeTransport(serverUrl: string): NodeTransport {
  const pool = new Pool(new URL(serverUrl).origin, { connections: CONNECTIONS, pipelining: 1 })
  return {
    request: (request) => new Promise((resolve, reject) => dispatchRequest(pool, request, resolve, reject)),
    stream: (request) => new Promise((resolve, reject) => dispatchStream(pool, request, resolve, reject)),
    [Symbol.asyncDispose]: () => pool.destroy(),
  }
}

type Reject = (error: unknown) => void

function dispatchRequest(pool: Dispatcher, request: TransportRequest, resolve: (reply: TransportReply) => void, reject: Reject): void {
  const chunks: Buffer[] = []
  let head: ReplyHead | undefined
  pool.dispatch(dispatchOptions(request, request.timeoutMilliseconds ?? 0), {
    onRequestStart: (controller) => abortWith(request.signal, controller),
    onResponseStart(_, status, headers) {
      head = headOf(status, headers)
    },
    onResponseData: (_, chunk) => {
      chunks.push(chunk)
    },
    onResponseEnd: () => resolve(replyOf(head as ReplyHead, chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks))),
    onResponseError: (_, error) => reject(error),
  })
}

type StreamReply = Awaited<ReturnType<Transport['stream']>>

function dispatchStream(pool: Dispatcher, request: TransportRequest, resolve: (stream: StreamReply) => void, reject: Reject): void {
  const queue = createChunkQueue()
  pool.dispatch(dispatchOptions(request, 0), {
    onRequestStart: (controller) => abortWith(request.signal, controller),
    onResponseStart(controller, status, headers) {
      queue.onFlow({ pause: () => controller.pause(), resume: () => controller.resume() })
      resolve({ ...headOf(status, headers), chunks: queue.chunks })
    },
    onResponseData: (_, chunk) => queue.push(chunk),
    onResponseEnd: () => queue.end(),
    onResponseError(_, error) {
      queue.fail(error)
      reject(error)
    },
  })
}

function dispatchOptions({ method, url, headers, body }: TransportRequest, silenceMilliseconds: number): Dispatcher.DispatchOptions {
  const { origin, pathname, search } = new URL(url)
  return {
    origin,
    path: pathname + search,
    method: method as Dispatcher.HttpMethod,
    headers: headers as Record<string, string>,
    body: body ?? null,
    headersTimeout: silenceMilliseconds,
    bodyTimeout: silenceMilliseconds,
  }
}

function abortWith(signal: AbortSignal | undefined, controller: Dispatcher.DispatchController): void {
  if (!signal) return
  const abort = () => controller.abort(new Error('aborted', { cause: signal.reason }))
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
}

const headOf = (status: number, headers: Record<string, string | string[] | undefined>): ReplyHead => ({
  status,
  header: (name) => headers[name]?.toString(),
})

const replyOf = (head: ReplyHead, content: Buffer): TransportReply => ({
  ...head,
  text: async () => content.toString('utf8'),
  bytes: async () => content,
})

const PAUSE_AT_BYTES = 256 * 1024

interface Flow {
  pause(): void
  resume(): void
}

interface ChunkQueue {
  readonly chunks: AsyncIterable<Uint8Array>
  push(chunk: Uint8Array): void
  end(): void
  fail(error: unknown): void
  onFlow(flow: Flow): void
}

interface Waiter {
  resolve(result: IteratorResult<Uint8Array>): void
  reject(error: unknown): void
}

/** Chunks of a stream between who pushes and who reads. A reader that falls behind pauses the connection. */
export function createChunkQueue(): ChunkQueue {
  const chunks: Uint8Array[] = []
  let bytes = 0
  let end: { error?: unknown } | undefined
  let waiter: Waiter | undefined
  let flow: Flow | undefined
  let isPaused = false

  const take = (): IteratorResult<Uint8Array> | undefined => {
    const chunk = chunks.shift()
    if (!chunk) return undefined
    bytes -= chunk.length
    if (isPaused && bytes < PAUSE_AT_BYTES / 2) setPaused(false)
    return { done: false, value: chunk }
  }
  const setPaused = (paused: boolean) => {
    isPaused = paused
    if (paused) flow?.pause()
    else flow?.resume()
  }
  const settle = () => {
    if (!waiter || !end) return
    if ('error' in end) waiter.reject(end.error)
    else waiter.resolve({ done: true, value: undefined })
    waiter = undefined
  }
  const next = (): Promise<IteratorResult<Uint8Array>> => {
    const chunk = take()
    if (chunk) return Promise.resolve(chunk)
    return new Promise((resolve, reject) => {
      waiter = { resolve, reject }
      settle()
    })
  }
  return {
    chunks: { [Symbol.asyncIterator]: () => ({ next }) },
    push(chunk) {
      if (waiter) {
        waiter.resolve({ done: false, value: chunk })
        waiter = undefined
        return
      }
      chunks.push(chunk)
      bytes += chunk.length
      if (!isPaused && bytes > PAUSE_AT_BYTES) setPaused(true)
    },
    end() {
      end ??= {}
      settle()
    },
    fail(error) {
      end ??= { error }
      settle()
    },
    onFlow(given) {
      flow = given
    },
  }
}
