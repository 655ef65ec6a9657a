// The time that a tool may take: a signal that aborts with TIMEOUT when it is up, with CANCELLED when the call is stopped.
import { Failure, type Sentence } from '@countersign/protocol'

export interface TimeLimit {
  readonly seconds: number
  /** What is said when the time is up. */
  readonly subject: Sentence
  /** Of the call. */
  readonly signal: AbortSignal
}

export function limitTime({ seconds, subject, signal: stopped }: TimeLimit): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new Failure('TIMEOUT', { subject })), seconds * 1000)
  const stop = () => controller.abort(new Failure('CANCELLED'))
  if (stopped.aborted) stop()
  stopped.addEventListener('abort', stop, { once: true })
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      clearTimeout(timer)
      // Whatever is still under way after a failure ends with it.
      controller.abort()
      stopped.removeEventListener('abort', stop)
    },
  }
}
