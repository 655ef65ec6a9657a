// Replays of a long log by a server in its own process: other requests are answered meanwhile, and a client that does not read
// costs little.
import type { IncomingMessage } from 'node:http'
import { LIMITS } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { sampleRows } from '../../../core/test/sample-rows.ts'
import { open, send } from '../../../test-kit/src/clients/http.ts'
import { type ServerProcess, startServerProcess } from '../../test/server-process.ts'
import { tokenOf } from '../../test/test-server.ts'

const MEGABYTE = 1024 * 1024
/** A limit, not a measure: a busy machine writes and replays these logs slowly. */
const LONG = { timeout: 300_000 }
const rowsOf = (count: number, characters: number) => sampleRows(count, (index) => `${index}/${'x'.repeat(characters)}`)

const openAll = (server: ServerProcess, count: number, roles: Parameters<typeof tokenOf>[0] = ['operator']): Promise<IncomingMessage[]> => {
  const { port, project } = server
  const request = { path: `/my/projects/${project}/chat/stream?after=0`, token: tokenOf(roles, { project }) }
  return Promise.all(Array.from({ length: count }, () => open(port, request)))
}

/** Resolves when the reader has received the row with this number. */
const reads = (reader: IncomingMessage, last: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const mark = `id: ${last}\n`
    let tail = ''
    reader.on('data', (chunk: Buffer) => {
      const text = tail + chunk.toString('latin1')
      if (text.includes(mark)) resolve()
      tail = text.slice(-mark.length)
    })
    reader.once('close', () => reject(new Error('the stream was cut')))
  })

test('while readers replay a long log, and others left in the middle, everybody else is answered', LONG, async () => {
  const rows = 40_000
  await using server = await startServerProcess({ log: Array.from({ length: 20 }, () => rowsOf(rows / 20, 500)) })
  const [readers, leaving, runners] = await Promise.all([openAll(server, 4), openAll(server, 4), openAll(server, 4, ['runner'])])
  let isDone = false
  const done = Promise.all(readers.map((reader) => reads(reader, rows))).then(() => {
    isDone = true
  })
  for (const reader of leaving) reader.once('data', () => reader.destroy())
  for (const runner of runners) runner.resume()
  let answers = 0
  for (; !isDone; answers++) expect((await send(server.port, { path: '/health' })).status).toBe(200)
  await done
  expect(answers).toBeGreaterThan(50)
})

test('readers that stop hold a bounded share of memory, however long the rows are', LONG, async () => {
  await using server = await startServerProcess({
    log: Array.from({ length: 10 }, () => rowsOf(6, 900_000)),
    settings: { stream_heartbeat_seconds: 60 },
  })
  const before = await server.peakBytes()
  const stuck = await openAll(server, 80)
  for (const reader of stuck) reader.on('error', () => undefined).pause()
  for (let answers = 0; answers < 100; answers++) expect((await send(server.port, { path: '/health' })).status).toBe(200)
  expect((await server.peakBytes()) - before).toBeLessThan(LIMITS.maxBacklogBytes + 256 * MEGABYTE)
  expect(server.isAlive()).toBe(true)
  for (const reader of stuck) reader.destroy()
})
