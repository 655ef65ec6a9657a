import { createHash } from 'node:crypto'
import type { StreamEvent } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { timesOf } from '../../../../scripts/chaos/sample.ts'
import { startEventServer } from '../../../test-kit/src/servers/event-server.ts'
import { createClient } from '../client.ts'

const projectId = '01890000-0000-7000-8000-000000000001'
const fast = { firstMilliseconds: 0, maxMilliseconds: 1 }

/** A sequence that looks random and is the same in every run. */
function pseudoRandom(seed: string): () => number {
  let count = 0
  return () => createHash('sha256').update(`${seed} ${count++}`).digest().readUInt32BE() / 2 ** 32
}

const pathOf = (event: StreamEvent): string | undefined => (event.type === 'files.changed' ? event.data.paths[0] : undefined)

describe('the resuming event stream', () => {
  test('loses and repeats nothing when the connection is cut hundreds of times at random positions', { timeout: 60_000 }, async () => {
    const random = pseudoRandom('cuts')
    const cuts = timesOf(1_000, 300)
    await using server = await startEventServer({ cutAfter: () => 1 + Math.floor(random() * 400) })
    let appended = 0
    const append = () => server.append('files.changed', { paths: [`${++appended} ä€🙂`] })
    const stopping = new AbortController()
    let connections = 0
    // Each connection brings more than it may carry, so that each is cut in the middle of something.
    const onOpen = () => {
      connections++
      while (appended < connections * 5) append()
    }
    const ids: number[] = []
    const client = createClient({ url: server.url, token: 't' })
    for await (const event of client.events({ projectId, after: 0, onOpen, signal: stopping.signal, backoff: fast })) {
      ids.push(event.id as number)
      expect(pathOf(event)).toBe(`${event.id} ä€🙂`)
      if (connections > cuts) stopping.abort()
    }
    expect(ids.length).toBeGreaterThan(cuts)
    expect(ids).toEqual(ids.map((_, index) => index + 1))
  })

  test('puts a character together that was split over chunks', async () => {
    await using server = await startEventServer({ split: (bytes) => Array.from(bytes, (byte) => Buffer.from([byte])) })
    server.append('files.changed', { paths: ['Grüße 你好 🙂'] })
    for await (const event of createClient({ url: server.url }).events({ projectId, after: 0 })) {
      expect(pathOf(event)).toBe('Grüße 你好 🙂')
      break
    }
  })

  test('drops an event that the server sends again', async () => {
    await using server = await startEventServer()
    for (const path of ['a', 'b', 'c']) server.append('files.changed', { paths: [path] })
    const seen: unknown[] = []
    for await (const event of createClient({ url: server.url }).events({ projectId, after: 2 })) {
      seen.push(event.id)
      break
    }
    expect(seen).toEqual([3])
    expect(server.requests[0]?.headers['last-event-id']).toBe('2')
  })

  test('passes over events that this version does not know, and resumes behind them', async () => {
    await using server = await startEventServer({ cutAfter: () => 120 })
    server.append('tool.unknown', { anything: 'x' })
    server.append('files.changed', { paths: ['known'] })
    for await (const event of createClient({ url: server.url }).events({ projectId, after: 0, backoff: fast })) {
      expect(event.id).toBe(2)
      break
    }
  })

  test('goes on from where a reset says', async () => {
    await using server = await startEventServer({ cutAfter: () => 90 })
    server.append('reset', { after: 5 })
    server.append('files.changed', { paths: ['cut in here'] })
    const stopping = new AbortController()
    for await (const event of createClient({ url: server.url }).events({ projectId, after: 0, signal: stopping.signal, backoff: fast })) {
      expect(event.type).toBe('reset')
      setTimeout(() => stopping.abort(), 100)
    }
    expect(server.requests[1]?.headers['last-event-id']).toBe('5')
  })

  test('reconnects when a connection stays silent', async () => {
    await using server = await startEventServer({ mute: (connection) => connection === 0 })
    server.append('files.changed', { paths: ['x'] })
    for await (const event of createClient({ url: server.url }).events({ projectId, after: 0, silenceSeconds: 0.1, backoff: fast })) {
      expect(event.id).toBe(1)
      break
    }
    expect(server.requests.length).toBe(2)
  })

  test.each([
    [401, 'UNAUTHORIZED'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
  ])('ends with the failure when the server answers %i', async (status, code) => {
    await using server = await startEventServer({
      refuse(_, response) {
        response.writeHead(status).end(JSON.stringify({ success: false, error: 'No', error_code: code, details: {}, request_id: 'r1' }))
        return true
      },
    })
    const reading = createClient({ url: server.url }).events({ projectId }).next()
    await expect(reading).rejects.toMatchObject({ code, http: status, request_id: 'r1', message: 'No' })
  })

  test('tries again when a proxy answers for the server', async () => {
    let refusals = 3
    await using server = await startEventServer({
      refuse(_, response) {
        if (refusals-- <= 0) return false
        response.writeHead(404).end('<html>nothing here</html>')
        return true
      },
    })
    server.append('files.changed', { paths: ['x'] })
    const { value } = await createClient({ url: server.url }).events({ projectId, after: 0, backoff: fast }).next()
    expect(value?.id).toBe(1)
  })

  test('ends without an error when the signal aborts', async () => {
    await using server = await startEventServer()
    const stopping = new AbortController()
    const events = createClient({ url: server.url }).events({ projectId, signal: stopping.signal, onOpen: () => stopping.abort() })
    expect(await events.next()).toEqual({ done: true, value: undefined })
  })
})
