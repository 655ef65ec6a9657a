// Chunks of a stream between who pushes and who reads. A reader that falls behind pauses the connection.

const PAUSE_AT_BYTES = 256 * 1024

interface Flow {
  pause(): void
  resume(): void
}

export interface ChunkQueue {
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
