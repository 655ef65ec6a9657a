import { afterAll, beforeAll, expect, test } from 'vitest'
import { EventReader } from '../../../test/event-reader.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { callTool, helloOf, makeWorld, TOOLS, type World } from '../../../test/world.ts'

let server: TestServer
let world: World

beforeAll(async () => {
  server = await startTestServer()
  world = await makeWorld(server, 'alice')
  const body = { ...helloOf(world.runner), tools: [...TOOLS, 'run_persistent'] }
  await server.call('hello', { token: world.tokens.runner, params: { p: world.ids.p }, body })
})
afterAll(() => server[Symbol.asyncDispose]())

const AT = '2026-01-01T00:00:00.000Z'
const list = async () => (await server.call('listProcesses', { token: world.tokens.operator, params: { p: world.ids.p } })).json
const beat = async (more: object) =>
  (await server.call('heartbeat', { token: world.tokens.runner, params: { p: world.ids.p }, body: { runner_id: world.runner, ...more } }))
    .json
const reportOf = (tool_id: string, running = true) => ({
  process_id: 'web',
  tool_id,
  pid: 7,
  started_at: AT,
  running,
  exit_code: running ? null : 1,
  signal: null,
  ended_at: running ? null : AT,
  how_ended: running ? null : 'it ended by itself',
})

async function startedProcess(): Promise<{ tool_id: string; session_id: string; attempt_id: string }> {
  const { p } = world.ids
  const { tool_id, session_id, approval_id } = await callTool(server, world, { command: 'npm start', process_id: 'web' }, 'run_persistent')
  await server.call('approve', { token: world.tokens.operator, params: { p, a: approval_id }, body: { decision: 'approved' } })
  const { json } = await server.call('getCall', { token: world.tokens.runner, params: { p, id: tool_id } })
  const result = { success: true, process_id: 'web', pid: 7, started_at: AT, running: true }
  const body = { status: 'completed', result, attempt_id: json.attempt_id }
  expect((await server.call('postResult', { token: world.tokens.runner, params: { p, id: tool_id }, body })).status).toBe(200)
  return { tool_id, session_id, attempt_id: json.attempt_id }
}

test('what runs is listed with its command and its session, as the runner last told it', async () => {
  const { tool_id, session_id } = await startedProcess()
  expect(await beat({ processes: [reportOf(tool_id)] })).toMatchObject({ success: true, holds_lease: true, end_processes: [] })
  expect(await list()).toEqual({
    success: true,
    runner_online: true,
    processes: [{ ...reportOf(tool_id), session_id, command: 'npm start' }],
  })
  // A heartbeat without a list leaves the list unchanged.
  await beat({})
  expect((await list()).processes).toHaveLength(1)
  await beat({ processes: [reportOf(tool_id, false)] })
  expect((await list()).processes).toMatchObject([{ running: false, exit_code: 1, how_ended: 'it ended by itself' }])
})

test('output that comes after the call has ended reaches the operator, and is complete when the process has ended', async () => {
  const { tool_id, attempt_id } = await startedProcess()
  await beat({ processes: [reportOf(tool_id)] })
  await using reader = await EventReader.open(server, { project: world.ids.p, token: world.tokens.operator })
  const params = { p: world.ids.p, id: tool_id }
  const body = { attempt_id, stream: 'stdout', offset: 0, data: 'listening\n' }
  expect((await server.call('postOutput', { token: world.tokens.runner, params, body })).status).toBe(200)
  expect(await reader.until(({ type }) => type === 'tool.output')).toMatchObject({ data: { tool_id, data: 'listening\n' } })
  const read = async () => (await server.call('getOutput', { token: world.tokens.agent, params })).json
  expect(await read()).toMatchObject({ output: 'listening\n', complete: false })
  await beat({ processes: [reportOf(tool_id, false)] })
  expect(await read()).toMatchObject({ output: 'listening\n', complete: true })
})

test('output of another tool is refused after its call has ended', async () => {
  const { tool_id } = await callTool(server, world, { command: 'ls', args: [] })
  const params = { p: world.ids.p, id: tool_id }
  const { json } = await server.call('getCall', { token: world.tokens.runner, params })
  await server.call('postResult', {
    token: world.tokens.runner,
    params,
    body: { status: 'failed', error: 'no', attempt_id: json.attempt_id },
  })
  const body = { attempt_id: json.attempt_id, stream: 'stdout', offset: 0, data: 'late\n' }
  expect((await server.call('postOutput', { token: world.tokens.runner, params, body })).status).toBe(409)
})

test('a session that was deleted is told to the runner, on the stream and in the answer to its heartbeat', async () => {
  const { tool_id, session_id } = await startedProcess()
  await using reader = await EventReader.open(server, { project: world.ids.p, token: world.tokens.runner })
  const params = { p: world.ids.p, s: session_id }
  expect((await server.call('deleteSession', { token: world.tokens.operator, params })).status).toBe(200)
  expect(await reader.until(({ type, data }) => type === 'tool.cancel' && data.tool_id === tool_id)).toMatchObject({ data: { tool_id } })
  expect(await beat({ processes: [reportOf(tool_id)] })).toMatchObject({ end_processes: [tool_id] })
})

test('while the runner is away, the list is as it was, and says so', async () => {
  const { tool_id } = await startedProcess()
  await beat({ processes: [reportOf(tool_id)] })
  await beat({ leaving: true, processes: [reportOf(tool_id, false)] })
  expect(await list()).toMatchObject({ runner_online: false, processes: [{ tool_id, running: false }] })
})

test('more processes than there can be are refused', async () => {
  const of = (count: number) => beat({ processes: Array.from({ length: count }, () => reportOf(world.ids.id)) })
  expect(await of(33)).toMatchObject({ error_code: 'INVALID_ARGUMENTS' })
  expect(await of(32)).toMatchObject({ success: true })
})
