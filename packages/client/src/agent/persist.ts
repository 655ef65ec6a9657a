// Retries requests that are safe to repeat: a call carries its `call_id`, so a repeat is the same execution.
import { retryAfterMilliseconds } from '../routes/connection.ts'
import { createBackoff, pause } from '../stream/events.ts'

export interface Persistence {
  readonly patienceSeconds: number
  readonly signal: AbortSignal | undefined
}

export type Retrying = <T>(attempt: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/** Throws errors that retrying cannot fix, and those that last longer than the patience. */
export async function persist<T>(attempt: () => Promise<T>, { patienceSeconds, signal }: Persistence): Promise<T> {
  const backoff = createBackoff()
  let givesUpAt: number | undefined
  for (;;) {
    signal?.throwIfAborted()
    try {
      return await attempt()
    } catch (error) {
      const retryAfter = retryAfterMilliseconds(error)
      if (retryAfter === undefined) throw error
      const waitMilliseconds = Math.max(retryAfter, backoff.next())
      givesUpAt ??= Date.now() + patienceSeconds * 1000
      if (Date.now() + waitMilliseconds > givesUpAt) throw error
      await pause(waitMilliseconds, signal)
    }
  }
}
