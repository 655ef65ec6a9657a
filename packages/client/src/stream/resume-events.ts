// The event stream that does not end: it comes back after every cut and goes on behind the last event that was handed on.
import { Failure, type StreamEvent } from '@countersign/protocol'
import { retryAfterMilliseconds } from '../errors/retry-after.ts'
import { type Connection, joinSignals } from '../routes/connection.ts'
import { type BackoffOptions, createBackoff, pause } from './backoff.ts'
import { type Cursor, openEvents } from './open-events.ts'

export interface EventsRequest {
  readonly projectId: string
  /** The last event already known; without it the stream begins now. */
  readonly after?: number
  /** Each time the stream is open, with the number of times it was open before. */
  readonly onOpen?: (times: number) => void
  readonly signal?: AbortSignal
  readonly silenceSeconds?: number
  readonly backoff?: BackoffOptions
}

/** Ends only when the signal aborts; throws only what trying again cannot mend (not signed in, not permitted, not found). */
export async function* resumeEvents(connection: Connection, request: EventsRequest): AsyncGenerator<StreamEvent> {
  const { projectId, after, silenceSeconds } = request
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
      yield* openEvents(connection, { projectId, cursor, onOpen, signal, silenceSeconds })
    } catch (error) {
      waitMilliseconds = retryAfterMilliseconds(error) ?? giveUp(error)
    }
    await pause(Math.max(waitMilliseconds, backoff.next()), signal)
  }
}

function giveUp(error: unknown): never {
  throw error instanceof Failure ? error : new Error('The event stream could not be read', { cause: error })
}
