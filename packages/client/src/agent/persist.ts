// Tries again what may be asked twice: a call carries its `call_id`, so that a repeat is the same execution.
import { retryAfterMilliseconds } from '../errors/retry-after.ts'
import { createBackoff, pause } from '../stream/resume-events.ts'

export interface Persistence {
  readonly patienceSeconds: number
  readonly signal: AbortSignal | undefined
}

export type Retrying = <T>(attempt: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/** Throws what trying again cannot mend, and what has not passed within the patience. */
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
