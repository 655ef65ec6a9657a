// Events as they go over the wire. One item is rendered once for all streams of the same audience, however many there are.
import { type Audience, type Core, type FeedItem, type RenderedEvent, renderItem } from '@countersign/core'

type Bytes = Buffer | Promise<Buffer>

export interface EventBytes {
  ofItem(item: FeedItem, audience: Audience): Bytes
  ofTransient(item: { readonly type: string; readonly payload: object }): Buffer
}

export function createEventBytes(core: Core): EventBytes {
  const items = new WeakMap<FeedItem, Partial<Record<Audience, Bytes>>>()
  const transients = new WeakMap<object, Buffer>()

  const render = (item: FeedItem, audience: Audience, shared: Partial<Record<Audience, Bytes>>): Promise<Buffer> => {
    const bytes = renderItem(core, item, audience).then((events) => {
      shared[audience] = encodeEvents(events, item.row.seq)
      return shared[audience]
    })
    shared[audience] = bytes
    return bytes
  }

  return {
    ofItem: (item, audience) => {
      const shared = items.get(item) ?? {}
      if (shared[audience]) return shared[audience]
      items.set(item, shared)
      return render(item, audience, shared)
    },
    ofTransient: (item) => {
      const known = transients.get(item) ?? encodeEvent(item.type, item.payload)
      transients.set(item, known)
      return known
    },
  }
}

/** The id stands at the last event of a row: a client that was cut before it gets the whole row again. */
const encodeEvents = (events: readonly RenderedEvent[], seq: number): Buffer =>
  Buffer.concat(events.map(({ type, data }, index) => encodeEvent(type, data, index === events.length - 1 ? seq : undefined)))

export const encodeEvent = (type: string, data: object, id?: number): Buffer =>
  Buffer.from(`${id === undefined ? '' : `id: ${id}\n`}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`)
