// Reads a project's event stream with fetch alone, as a small client would, and keeps everything that arrived.
import { EventBlocks, type ReadEvent } from '../../../../packages/test-kit/src/clients/event-blocks.ts'
import { eventually } from '../../../../packages/test-kit/src/wait.ts'
import type { Api } from './api.ts'

export interface EventReader extends AsyncDisposable {
  readonly events: readonly ReadEvent[]
  readonly headers: Headers
  /** The first matching event, already received or still to come. */
  next(type: string, fits?: (data: Record<string, unknown>) => boolean): Promise<ReadEvent>
  readonly closed: Promise<void>
}

export interface ReadOptions {
  readonly after?: number
  readonly lastEventId?: number | string
  /** Disconnects after this many bytes, in the middle of an event or not. */
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
  const blocks = new EventBlocks()
  const decoder = new TextDecoder()
  try {
    for await (const chunk of body) for (const event of blocks.feed(decoder.decode(chunk, { stream: true }))) onEvent(event)
  } catch (error) {
    // A killed server and our own disconnect both cut the stream; what arrived before that counts.
    if (!(error instanceof DOMException || error instanceof TypeError)) throw error
  }
}
