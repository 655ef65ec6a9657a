import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, tokenOf } from '../../../test/test-server.ts'
import { callTool, makeWorld, sayHello, type World } from '../../../test/world.ts'

let server: TestServer
let world: World
const ids: Record<string, string> = {}

beforeAll(async () => {
  server = await startTestServer()
  world = await makeWorld(server, 'alice', { empty: true })
  await sayHello(server, world)
  const { tool_id } = await callTool(server, world, { path: 'Отчёт.md' }, 'read_file')
  ids.read = tool_id
  const asked = await callTool(server, world, { command: 'git', args: ['commit', '-m', '=1+1'] })
  ids.rejected = asked.tool_id
  await as('reject', { a: asked.approval_id }, { body: { reason: 'not now' } })
  ids.refused = (await callTool(server, world, { command: 'rm', args: ['-rf', '/'] })).tool_id
  ids.waiting = (await callTool(server, world, { command: 'git', args: ['commit', '-m', 'two'] })).tool_id
  const mine = { tool_name: 'read_file', tool_params: { path: 'mine.md' }, project_id: world.ids.p, wait_seconds: 0 }
  ids.own = (await as('execute', {}, { body: mine })).json.tool_id
})
afterAll(() => server[Symbol.asyncDispose]())

const as = (route: Parameters<TestServer['call']>[0], params: Record<string, string> = {}, more: object = {}) =>
  server.call(route, { token: world.tokens.operator, params: { p: world.ids.p, ...params }, ...more })
const history = async (query: string) =>
  (await as('history', {}, { query })).json.executions.map(({ tool_id }: { tool_id: string }) => tool_id)
const record = async (id: string | undefined) => (await as('getRecord', { id: id ?? '' })).json

describe('a history', () => {
  test('tells the work of agents from the calls of the person', async () => {
    expect(await history('?made_by=operator')).toEqual([ids.own])
    expect(await history('?made_by=agents')).toEqual([ids.waiting, ids.refused, ids.rejected, ids.read])
    expect(await history('?agent=tester&tool_name=read_file')).toEqual([ids.read])
  })

  test('is searched for words of tools, parameters and errors, in any case and script', async () => {
    expect(await history(`?search=${encodeURIComponent('отчёт')}`)).toEqual([ids.read])
    expect(await history('?search=NOT%20ALLOWED')).toEqual([ids.refused])
    expect(await history('?search=commit&status=rejected')).toEqual([ids.rejected])
  })

  test('that is searched goes on page by page, without loss', async () => {
    const first = (await as('history', {}, { query: '?made_by=agents&limit=2' })).json
    const second = (await as('history', {}, { query: `?made_by=agents&limit=2&cursor=${first.next_cursor}` })).json
    const found = [...first.executions, ...second.executions].map(({ tool_id }) => tool_id)
    expect(found).toEqual([ids.waiting, ids.refused, ids.rejected, ids.read])
    expect(second.next_cursor).toBeUndefined()
  })

  test('says in one sentence what each call is', async () => {
    const { executions } = (await as('history', {}, { query: '?search=mine.md' })).json
    expect(executions[0].description).toBe('Read mine.md')
  })
})

test('what was refused is found apart from what did not work', async () => {
  const statusOf = async (query: string): Promise<(string | undefined)[]> =>
    (await as('history', {}, { query })).json.executions.map(({ tool_id }: { tool_id: string }) => tool_id)
  expect(await statusOf('?status=failed&refused=true')).toContain(ids.refused)
  expect(await statusOf('?status=failed&refused=false')).not.toContain(ids.refused)
  expect(await statusOf('?refused=false')).toContain(ids.rejected)
})

describe('a record', () => {
  test('has what was shown, who answered and why it did not run', async () => {
    const found = await record(ids.rejected)
    expect(found).toMatchObject({
      success: true,
      why: 'alice said no, saying “not now”.',
      approval: { status: 'rejected', preview: { kind: 'command', command: 'git' }, decision: { by: 'alice', reason: 'not now' } },
      grant: null,
      events_complete: true,
    })
    expect(found.events.map(({ type }: { type: string }) => type)).toEqual(['tool.approval_request', 'tool.approval_resolved'])
    expect(found.description).toBe(found.approval.description)
  })

  test.each([
    ['read', 'It is LOW risk, which runs without asking.'],
    ['refused', expect.stringMatching(/^It never ran: Command not allowed: rm/)],
    ['waiting', 'It waits for an answer.'],
    ['own', 'It is LOW risk, which runs without asking.'],
  ])('of the call %s says why', async (name, why) => {
    expect(await record(ids[name])).toMatchObject({ why, execution: { tool_id: ids[name] } })
  })

  test('of another person or for an agent does not exist', async () => {
    const params = { p: world.ids.p, id: ids.read ?? '' }
    expect((await server.call('getRecord', { token: tokenOf(['operator'], { sub: 'mallory' }), params })).status).toBe(404)
    expect((await server.call('getRecord', { token: world.tokens.agent, params })).status).toBe(403)
  })
})

describe('an export', () => {
  test('as JSON holds every call that the filters let through', async () => {
    const reply = await as('exportHistory', {}, { query: '?made_by=agents' })
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="countersign-history-.*\.json"$/)
    expect(reply.json.map(({ tool_id }: { tool_id: string }) => tool_id)).toEqual([ids.waiting, ids.refused, ids.rejected, ids.read])
  })

  test('as CSV has a line per call', async () => {
    const reply = await as('exportHistory', {}, { query: '?format=csv&search=mine.md' })
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    const [head, line, ...rest] = reply.text.split('\r\n')
    expect(head).toMatch(/^created_at,completed_at,agent,tool_name,description/)
    expect(line).toContain(',operator:alice,read_file,Read mine.md,LOW,')
    expect(rest).toEqual([''])
  })

  test('of nothing is an empty list', async () => {
    expect((await as('exportHistory', {}, { query: '?search=nothing-like-it' })).json).toEqual([])
  })
})

test('a log is verified, and a row that was changed is found', async () => {
  const whole = (await as('verifyLog')).json
  expect(whole).toMatchObject({ success: true, verified: true, events: expect.any(Number) })
  expect(whole.events).toBeGreaterThan(3)
  const database = new DatabaseSync(join(server.dataDir, 'countersign.sqlite'), { timeout: 5_000 })
  database.exec(`UPDATE events SET type = 'tool.cancel' WHERE seq = 2`)
  database.close()
  expect((await as('verifyLog')).json).toEqual({ success: true, verified: false, problem: { seq: 2, sentence: 'row 2 was changed' } })
})
