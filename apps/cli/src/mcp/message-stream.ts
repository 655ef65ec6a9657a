// The messages of one reply, and the id of the last one, with which a cut stream is resumed.
import { createParser } from 'eventsource-parser'
import type { Message } from './message.ts'

export interface Heard {
  lastEventId?: string | undefined
}

export async function* messagesIn(response: Response, heard: Heard = {}): AsyncGenerator<Message> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const text = await response.text()
    if (text) yield JSON.parse(text) as Message
    return
  }
  const found: { readonly id: string | undefined; readonly data: string }[] = []
  const parser = createParser({ onEvent: ({ id, data }) => void found.push({ id, data }) })
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    parser.feed(chunk)
    for (const { id, data } of found.splice(0)) {
      if (id) heard.lastEventId = id
      // The first event of a stream is empty: it only carries the id.
      if (data) yield JSON.parse(data) as Message
    }
  }
}
