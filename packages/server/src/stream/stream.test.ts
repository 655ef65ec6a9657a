import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { timesOf } from '../../../../scripts/chaos/sample.ts'
import { open } from '../../../test-kit/src/clients/http.ts'
import { EventReader } from '../../test/event-reader.ts'
import { makeProject, startTestServer, type TestServer, tokenOf } from '../../test/test-server.ts'

let server: TestServer
const operator = tokenOf(['operator'])

beforeAll(async () => {
  server = await startTestServer({ settings: { stream_heartbeat_seconds: 0.1 } })
})
afterAll(() => server[Symbol.asyncDispose]())

/** Any row of the log can serve as an event. */
const change = async (p: string, path: string): Promise<void> => {
  const reply = await server.call('filesChanged', { token: tokenOf(['runner'], { project: p }), params: { p }, body: { paths: [path] } })
  expect(reply.status).toBe(200)
}

const pathsOf = (reader: EventReader) => reader.events.map(({ data }) => data.paths?.[0])

test('without an id it starts now', async () => {
  const project = await makeProject(server)
  await change(project, 'before')
  await using reader = await EventReader.open(server, { project, token: operator })
  await change(project, 'after')
  await reader.until(({ data }) => data.paths?.[0] === 'after')
  expect(pathsOf(reader)).toEqual(['after'])
})

test.each([
  ['Last-Event-ID', (id: number) => ({ lastEventId: id })],
  ['?after=', (id: number) => ({ query: `?after=${id}` })],
])('%s replays what was missed, then goes on', async (_, from) => {
  const project = await makeProject(server)
  for (const path of ['one', 'two', 'three']) await change(project, path)
  await using reader = await EventReader.open(server, { project, token: operator, ...from(1) })
  await change(project, 'four')
  await reader.until(({ data }) => data.paths?.[0] === 'four')
  expect(reader.events.map(({ id, data }) => [id, data.paths[0]])).toEqual([
    [2, 'two'],
    [3, 'three'],
    [4, 'four'],
  ])
})

test.each(['999999', 'garbage', '-1', '1e3', '99999999999999999999'])(
  'an id that was never given out (%s) resets the reader',
  async (lastEventId) => {
    const project = await makeProject(server)
    await change(project, 'one')
    await using reader = await EventReader.open(server, { project, token: operator, lastEventId })
    await change(project, 'two')
    await reader.until(({ data }) => data.paths?.[0] === 'two')
    expect(reader.events.map(({ id, type }) => [id, type])).toEqual([
      [1, 'reset'],
      [2, 'files.changed'],
    ])
  },
)

test('an id of another project that is ahead resets the reader', async () => {
  const ahead = await makeProject(server)
  const project = await makeProject(server)
  for (const path of ['a', 'b', 'c']) await change(ahead, path)
  await using reader = await EventReader.open(server, { project, token: operator, lastEventId: 3 })
  expect(await reader.until(({ type }) => type === 'reset')).toMatchObject({ id: 0, data: { after: 0 } })
})

test('sentences have their forms where the stream was opened for them, and everywhere their text', async () => {
  const project = await makeProject(server)
  await using plain = await EventReader.open(server, { project, token: operator })
  await using formed = await EventReader.open(server, { project, token: operator, query: '?forms=true' })
  const body = { project_id: project, tool_name: 'execute_command', tool_params: { command: 'npm', args: ['test'] } }
  await server.call('execute', { token: tokenOf(['agent'], { project }), body })
  const [text, whole] = await Promise.all([plain, formed].map((reader) => reader.until(({ type }) => type === 'tool.approval_request')))
  expect(JSON.stringify(text)).not.toContain('_form')
  expect(text?.data).toMatchObject({ description: 'Run npm test', scopes: [{ scope: 'once', label: 'Only this call' }, {}, {}] })
  expect(whole?.data).toMatchObject({
    description: 'Run npm test',
    description_form: { form: 'title.run', slots: { command: 'npm test' } },
    scopes: [{ label_form: { form: 'scope.once-label' } }, {}, {}],
  })
  expect(whole?.data.reasons_forms).toHaveLength(whole?.data.reasons.length)
})

test('a quiet stream has a heartbeat', async () => {
  await using reader = await EventReader.open(server, { project: await makeProject(server), token: operator })
  await expect.poll(() => reader.comments).toBeGreaterThan(2)
})

test('a reader that does not read is dropped, and finds everything when it comes back', { timeout: 120_000 }, async () => {
  const project = await makeProject(server)
  const stuck = await open(server.port, { path: `/my/projects/${project}/chat/stream`, token: operator })
  stuck.pause()
  const closed = new Promise((resolve) => stuck.once('close', resolve))
  stuck.on('error', () => undefined)
  const token = tokenOf(['runner'], { project })
  const paths = Array.from({ length: 60 }, (_, index) => `${index}/${'x'.repeat(3900)}`)
  const rows = 64
  for (let i = 0; i < rows; i++)
    expect((await server.call('filesChanged', { token, params: { p: project }, body: { paths } })).status).toBe(200)
  stuck.resume()
  await closed
  const seen: number[] = []
  // On a busy machine the second reader may also be too slow at times, and reconnects.
  while (seen.at(-1) !== rows) {
    await using reader = await EventReader.open(server, { project, token: operator, lastEventId: seen.at(-1) ?? 0 })
    await reader.until(({ id }) => id === rows).catch(() => undefined)
    seen.push(...reader.events.flatMap(({ id }) => id ?? []))
  }
  expect(seen).toEqual(Array.from({ length: rows }, (_, index) => index + 1))
})

test('cut at random hundreds of times and resumed, nothing is lost or repeated', { timeout: 120_000 }, async () => {
  const project = await makeProject(server)
  const [total, most] = [timesOf(1_500, 450), timesOf(1_000, 300)]
  const writing = (async () => {
    for (let i = 0; i < total; i += 10) await Promise.all(Array.from({ length: 10 }, (_, k) => change(project, `${i + k}`)))
  })()
  const seen: number[] = []
  let cuts = 0
  while (seen.length < total || cuts < most) {
    const reader = await EventReader.open(server, { project, token: operator, lastEventId: seen.at(-1) ?? 0 })
    const enough = 1 + Math.floor(Math.random() * 4)
    const lifetime = Date.now() + Math.random() * 10
    while (reader.events.length < enough && Date.now() < lifetime) await new Promise((resolve) => setImmediate(resolve))
    const taken = cuts < most ? reader.events.slice(0, enough) : reader.events
    seen.push(...taken.map(({ id }) => id as number))
    reader.response.destroy()
    cuts += 1
  }
  await writing
  expect(seen).toEqual(Array.from({ length: total }, (_, index) => index + 1))
})

describe('who may listen', () => {
  test('a runner hears only what it may run', async () => {
    const project = await makeProject(server)
    await change(project, 'one')
    await using reader = await EventReader.open(server, { project, token: tokenOf(['runner'], { project }), lastEventId: 0 })
    await expect.poll(() => reader.comments).toBeGreaterThan(0)
    expect(reader.events).toEqual([])
  })

  test('a closing server ends its streams', async () => {
    const closing = await startTestServer()
    const reader = await EventReader.open(closing, { project: await makeProject(closing), token: operator })
    const ended = new Promise((resolve) => reader.response.once('end', resolve))
    await closing[Symbol.asyncDispose]()
    await ended
  })
})
