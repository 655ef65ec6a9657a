import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server'
import { describe, expect, test } from 'vitest'
import { createReplayStore } from './replay-store.ts'

const message = (method: string, words = ''): JSONRPCMessage => ({ jsonrpc: '2.0', method, params: { words } })

async function replayed(store: EventStore, last: string): Promise<string[]> {
  const methods: string[] = []
  await store.replayEventsAfter(last, { send: async (_, sent) => void methods.push((sent as { method: string }).method) })
  return methods
}

describe('a stream that was cut', () => {
  test('goes on after the last message that was heard, with its own messages only', async () => {
    const store = createReplayStore()
    const first = await store.storeEvent('a', message('a1'))
    await store.storeEvent('b', message('b1'))
    const second = await store.storeEvent('a', message('a2'))
    await store.storeEvent('a', message('a3'))
    expect(await replayed(store, first)).toEqual(['a2', 'a3'])
    expect(await replayed(store, second)).toEqual(['a3'])
    expect(await store.getStreamIdForEventId?.(second)).toBe('a')
  })

  test('does not go on from an id of another connection or of an earlier process', async () => {
    const store = createReplayStore()
    await store.storeEvent('a', message('a1'))
    const foreign = await createReplayStore().storeEvent('a', message('a1'))
    expect(await store.getStreamIdForEventId?.(foreign)).toBeUndefined()
    await expect(store.replayEventsAfter(foreign, { send: async () => undefined })).rejects.toThrow('is kept')
  })

  test('does not go on where a part of it is gone: what was written to longest ago is forgotten first', async () => {
    const store = createReplayStore(1_000)
    const old = await store.storeEvent('old', message('old'))
    const waiting = await store.storeEvent('waiting', message('waiting'))
    const later = await store.storeEvent('waiting', message('progress'))
    await store.storeEvent('busy', message('busy', 'x'.repeat(800)))
    expect(await store.getStreamIdForEventId?.(old)).toBeUndefined()
    expect(await store.getStreamIdForEventId?.(waiting)).toBe('waiting')
    expect(await replayed(store, later)).toEqual([])
    const long = await store.storeEvent('long', message('long', 'x'.repeat(5_000)))
    expect(await store.getStreamIdForEventId?.(long)).toBe('long')
    expect(await store.getStreamIdForEventId?.(later)).toBeUndefined()
  })
})
