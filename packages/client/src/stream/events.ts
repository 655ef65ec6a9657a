// A project's event stream: one connection until it ends or falls silent, and the stream that reconnects after every cut and continues after
// the last event it delivered.
import { Failure, isEventType, ROUTES, type StreamEvent } from '@countersign/protocol'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import {
  type Connection,
  headersOf,
  joinSignals,
  parseObject,
  refusalOf,
  retryAfterMilliseconds,
  routeUrl,
  ServerUnreachable,
} from '../routes/connection.ts'
import type { TransportStream } from '../transport/transport.ts'

/** Unknown event types are ignored: a mirror never refuses. The data is not validated here, because this is the hot path; whoever acts on an event checks what it needs. */
function parseEvent({ event, id, data }: EventSourceMessage): StreamEvent | undefined {
  if (!isEventType(event)) return undefined
  const payload = parseObject(data)
  return payload && ({ id: parseId(id), type: event, data: payload } as unknown as StreamEvent)
}

const parseId = (id: string | undefined): number | null => (id !== undefined && /^\d{1,15}$/.test(id) ? Number(id) : null)

/**
 * Detects a connection that died silently: no bytes arrive, but no error either. The server sends a comment every 15 seconds, so a longer
 * silence means that it is gone. Only time spent waiting for bytes counts.
 */
interface SilenceWatch {
  waiting(): void
  received(): void
  stop(): void
}

function watchSilence(limitMilliseconds: number, onSilence: () => void): SilenceWatch {
  let waitingSince: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const arm = (milliseconds: number) => {
    timer = setTimeout(check, milliseconds)
  }
  const check = () => {
    const silentFor = waitingSince === undefined ? 0 : Date.now() - waitingSince
    if (silentFor >= limitMilliseconds) onSilence()
    else arm(limitMilliseconds - silentFor)
  }
  arm(limitMilliseconds)
  return {
    waiting() {
      waitingSince = Date.now()
    },
    received() {
      waitingSince = undefined
    },
    stop() {
      clearTimeout(timer)
    },
  }
}

const SILENCE_SECONDS = 45

/** The last delivered event; nothing up to it is delivered again. */
interface Cursor {
  last: number | undefined
}

interface OpenEvents {
  readonly projectId: string
  readonly cursor: Cursor
  readonly onOpen?: (() => void) | undefined
  readonly signal?: AbortSignal | undefined
  readonly silenceSeconds?: number | undefined
  /** With the forms of the sentences, to show them in another language than English. */
  readonly forms?: boolean | undefined
}

/** Returns when the server closes or the signal aborts; throws ServerUnreachable or the server's refusal. */
export async function* openEvents(connection: Connection, options: OpenEvents): AsyncGenerator<StreamEvent> {
  const closing = new AbortController()
  const close = () => closing.abort()
  options.signal?.addEventListener('abort', close, { once: true })
  if (options.signal?.aborted) close()
  try {
    const stream = await connect(connection, options, closing.signal)
    options.onOpen?.()
    yield* readEvents(stream, options, close)
  } catch (error) {
    if (!options.signal?.aborted) throw error
  } finally {
    options.signal?.removeEventListener('abort', close)
    close()
  }
}

async function connect(connection: Connection, { projectId, cursor, forms }: OpenEvents, signal: AbortSignal): Promise<TransportStream> {
  const resume: Record<string, string> = cursor.last === undefined ? {} : { 'last-event-id': String(cursor.last) }
  const url = routeUrl(connection.url, ROUTES.stream, { params: { p: projectId }, ...(forms && { query: { forms } }) })
  const headers = headersOf(connection, { accept: 'text/event-stream', ...resume })
  const stream = await connection.transport.stream({ method: 'GET', url, headers, signal }).catch((cause: unknown) => {
    throw new ServerUnreachable(`No answer from ${url}`, { cause })
  })
  if (stream.status === 200) return stream
  throw refusalOf(stream, await textOf(stream))
}

async function* readEvents(stream: TransportStream, options: OpenEvents, close: () => void): AsyncGenerator<StreamEvent> {
  const messages: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (message) => messages.push(message) })
  const decoder = new TextDecoder()
  const silence = watchSilence((options.silenceSeconds ?? SILENCE_SECONDS) * 1000, close)
  try {
    silence.waiting()
    for await (const chunk of stream.chunks) {
      silence.received()
      parser.feed(decoder.decode(chunk, { stream: true }))
      for (const message of messages.splice(0)) {
        const event = advance(options.cursor, message)
        if (event) yield event
      }
      silence.waiting()
    }
  } catch (cause) {
    throw new ServerUnreachable('The event stream broke', { cause })
  } finally {
    silence.stop()
  }
}

/** Moves the cursor; undefined for an event that was delivered before or has an unknown type. */
function advance(cursor: Cursor, message: EventSourceMessage): StreamEvent | undefined {
  const id = parseId(message.id)
  const event = parseEvent(message)
  if (event?.type === 'reset') {
    cursor.last = event.data.after
    return event
  }
  if (id === null) return event
  if (cursor.last !== undefined && id <= cursor.last) return undefined
  cursor.last = id
  return event
}

async function textOf(stream: TransportStream): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stream.chunks) text += decoder.decode(chunk, { stream: true })
  return text
}

export interface BackoffOptions {
  readonly firstMilliseconds?: number
  readonly maxMilliseconds?: number
  readonly random?: () => number
}

/** Waiting times between attempts: doubling, bounded, and jittered so that many clients do not return at the same moment. */
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
