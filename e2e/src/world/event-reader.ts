// Reads a project's event stream by fetch alone, as a small client would, and keeps everything that came.
import { findEventProblem } from '@countersign/protocol'

import { eventually } from '../../../packages/test-kit/src/wait.ts'
import type { Api } from './api.ts'

export interface ReadEvent {
  readonly id: number | null
  readonly type: string
  readonly data: Record<string, unknown>
}

export interface EventReader extends AsyncDisposable {
  readonly events: readonly ReadEvent[]
  readonly headers: Headers
  /** The first that fits, seen already or still to come. */
  next(type: string, fits?: (data: Record<string, unknown>) => boolean): Promise<ReadEvent>
  readonly closed: Promise<void>
}

export interface ReadOptions {
  readonly after?: number
  readonly lastEventId?: number | string
  /** Hangs up after this many bytes, in the middle of an event or not. */
  readonly maxBytes?: number
  readonly onEvent?: (event: ReadEvent) => void
}

export async function readEvents(
  api: Api,
  projectId: string,
  { after, lastEventId, maxBytes, onEvent }: ReadOptions = {},
): Promise<EventReader> {
  const closing = new AbortController()
  const query = after === undefined ? '' : `?after=${after}`
  const response = await fetch(`${api.url}/my/projects/${projectId}/chat/stream${query}`, {
    headers: { authorization: `Bearer ${api.token}`, ...(lastEventId !== undefined && { 'last-event-id': String(lastEventId) }) },
    signal: closing.signal,
  })
  if (!response.ok || !response.body) throw new Error(`the stream answered ${response.status}: ${await response.text()}`)
  const events: ReadEvent[] = []
  const closed = readAll(firstBytes(response.body, maxBytes), (event) => {
    events.push(event)
    onEvent?.(event)
  })
  return {
    events,
    headers: response.headers,
    closed,
    next: (type, fits = () => true) =>
      eventually(`the event ${type}`, () => events.find((event) => event.type === type && fits(event.data))),
    [Symbol.asyncDispose]: async () => {
      closing.abort()
      await closed
    },
  }
}

async function* firstBytes(body: ReadableStream<Uint8Array>, maxBytes = Number.POSITIVE_INFINITY): AsyncGenerator<Uint8Array> {
  let left = maxBytes
  for await (const chunk of body) {
    yield chunk.subarray(0, left)
    left -= chunk.length
    if (left <= 0) return
  }
}

async function readAll(body: AsyncIterable<Uint8Array>, onEvent: (event: ReadEvent) => void): Promise<void> {
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for await (const chunk of body) {
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) if (/^event:/m.test(block)) onEvent(parseBlock(block))
    }
  } catch (error) {
    // A killed server and our own hanging up both cut the stream; what came before that counts.
    if (!(error instanceof DOMException || error instanceof TypeError)) throw error
  }
}

function parseBlock(block: string): ReadEvent {
  const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1]
  const id = field('id')
  const event = { id: id === undefined ? null : Number(id), type: field('event') ?? '', data: JSON.parse(field('data') ?? '{}') }
  const problem = findEventProblem(event.type, event.data)
  if (problem) throw new Error(`an event that is not as the registry says: ${problem}`)
  return event
}
