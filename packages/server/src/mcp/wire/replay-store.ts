// The latest messages of one connection, for clients that resume an interrupted stream. The official transport resumes it; this
// only stores the messages. Limited in size: a stream is resumed without a gap or not at all.
import { randomUUID } from 'node:crypto'
import { LIMITS } from '@countersign/protocol'
import type { EventId, EventStore, JSONRPCMessage, StreamId } from '@modelcontextprotocol/server'

interface Kept {
  readonly message: JSONRPCMessage
  readonly bytes: number
}

export function createReplayStore(maxBytes: number = LIMITS.maxMcpReplayBytes): EventStore {
  /** In order of writing: the stream with the oldest last write first, and in each stream the oldest message first. */
  const streams = new Map<StreamId, Map<EventId, Kept>>()
  /** Part of each id, so that ids of an earlier process or another connection do not match. */
  const run = randomUUID()
  let count = 0
  let total = 0

  const forgetOldest = (): void => {
    for (const [stream, kept] of streams)
      for (const [id, { bytes }] of kept) {
        kept.delete(id)
        if (kept.size === 0) streams.delete(stream)
        total -= bytes
        return
      }
  }

  const find = (id: EventId): readonly [StreamId, Map<EventId, Kept>] | undefined => [...streams].find(([, kept]) => kept.has(id))

  return {
    storeEvent: async (stream, message) => {
      const id = `${run}_${count++}`
      const kept = streams.get(stream) ?? new Map<EventId, Kept>()
      const bytes = Buffer.byteLength(JSON.stringify(message))
      streams.delete(stream)
      streams.set(stream, kept.set(id, { message, bytes }))
      total += bytes
      // The newest message is always kept, however long it is.
      while (total > maxBytes && (streams.size > 1 || kept.size > 1)) forgetOldest()
      return id
    },
    getStreamIdForEventId: async (id) => find(id)?.[0],
    replayEventsAfter: async (last, { send }) => {
      const found = find(last)
      if (!found) throw new Error(`No message ${last} is kept`)
      const [stream, kept] = found
      const all = [...kept]
      for (const [id, { message }] of all.slice(all.findIndex(([id]) => id === last) + 1)) await send(id, message)
      return stream
    },
  }
}
