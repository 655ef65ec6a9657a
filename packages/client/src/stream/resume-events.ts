// The event stream that reconnects after every cut and continues after the last event it delivered.
import { Failure, type StreamEvent } from '@countersign/protocol'
import { retryAfterMilliseconds } from '../errors/retry-after.ts'
import { type Connection, joinSignals } from '../routes/connection.ts'
import { type Cursor, openEvents } from './open-events.ts'

// Waiting times between attempts: doubling, bounded, and jittered so that many clients do not return at the same moment.

export interface BackoffOptions {
  readonly firstMilliseconds?: number
  readonly maxMilliseconds?: number
  readonly random?: () => number
}

export interface Backoff {
  next(): number
  reset(): void
}

export function createBackoff({ firstMilliseconds = 200, maxMilliseconds = 10_000, random = Math.random }: BackoffOptions = {}): Backoff {
  let attempts = 0
  return {
    next() {
      const ceiling = Math.min(maxMilliseconds, firstMilliseconds * 2 ** Math.min(attempts++, 30))
      return ceiling / 2 + (random() * ceiling) / 2
    },
    reset() {
      attempts = 0
    },
  }
}

/** Resolves after the time, or at once when the signal aborts. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, milliseconds)
    signal?.addEventListener('abort', finish)
  })
}

export interface EventsRequest {
  readonly projectId: string
  /** The last known event; without it the stream starts now. */
  readonly after?: number
  /** Called each time the stream opens, with the number of earlier openings. */
  readonly onOpen?: (times: number) => void
  readonly signal?: AbortSignal
  readonly silenceSeconds?: number
  /** With the forms of the sentences, to show them in another language than English. */
  readonly forms?: boolean
  readonly backoff?: BackoffOptions
}

/** Ends only when the signal aborts; throws only what retrying cannot fix (not signed in, not permitted, not found). */
export async function* resumeEvents(connection: Connection, request: EventsRequest): AsyncGenerator<StreamEvent> {
  const { projectId, after, silenceSeconds, forms } = request
  const signal = joinSignals(connection.signal, request.signal)
  const cursor: Cursor = { last: after }
  const backoff = createBackoff(request.backoff)
  let opened = 0
  const onOpen = () => {
    backoff.reset()
    request.onOpen?.(opened++)
  }
  while (!signal?.aborted) {
    let waitMilliseconds = 0
    try {
      yield* openEvents(connection, { projectId, cursor, onOpen, signal, silenceSeconds, forms })
    } catch (error) {
      waitMilliseconds = retryAfterMilliseconds(error) ?? giveUp(error)
    }
    await pause(Math.max(waitMilliseconds, backoff.next()), signal)
  }
}

function giveUp(error: unknown): never {
  throw error instanceof Failure ? error : new Error('The event stream could not be read', { cause: error })
}
