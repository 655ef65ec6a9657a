import { expect, test } from 'vitest'
import { startTestServer, tokenOf } from '../../../test/test-server.ts'
import { callTool, makeWorld, sayHello } from '../../../test/world.ts'

test('an overview counts the calls of agents and the answers to them, and nothing of other people', async () => {
  await using server = await startTestServer()
  const world = await makeWorld(server, 'alice', { empty: true })
  await sayHello(server, world)
  const token = world.tokens.operator
  const params = { p: world.ids.p }
  for (const path of ['a', 'b']) await callTool(server, world, { path }, 'read_file')
  const asked = await callTool(server, world, { command: 'git', args: ['commit', '-m', 'x'] })
  await server.call('reject', { token, params: { ...params, a: asked.approval_id }, body: {} })
  await server.call('execute', { token, body: { tool_name: 'read_file', tool_params: { path: 'own' }, wait_seconds: 0 } })
  const { json } = await server.call('overview', { token, params })
  expect(json.calls).toEqual([
    { tool_name: 'read_file', risk_level: 'LOW', status: 'executing', count: 2 },
    { tool_name: 'execute_command', risk_level: 'MEDIUM', status: 'rejected', count: 1 },
  ])
  expect(json.days.map(({ risk_level, count }: { risk_level: string; count: number }) => `${risk_level} ${count}`).sort()).toEqual([
    'LOW 2',
    'MEDIUM 1',
  ])
  expect(json.decisions).toMatchObject({ count: 1, rejected: 1, approved: 0, expired: 0, median_seconds: expect.any(Number) })
  const before = await server.call('overview', { token, params, query: '?until=2020-01-31T00:00:00Z' })
  expect(before.json).toMatchObject({
    since: '2020-01-01T00:00:00.000Z',
    calls: [],
    days: [],
    decisions: { count: 0, median_seconds: null },
  })
  const wrong = '?since=2021-01-01T00:00:00Z&until=2020-01-01T00:00:00Z'
  expect((await server.call('overview', { token, params, query: wrong })).status).toBe(400)
  expect((await server.call('overview', { token: tokenOf(['operator'], { sub: 'mallory' }), params })).status).toBe(404)
})
