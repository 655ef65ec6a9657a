import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { EventReader } from '../../../test/event-reader.ts'
import { makeProject, tokenOf } from '../../../test/test-server.ts'
import { callTool, helloOf, makeWorld, sayHello, shareWorld } from '../../../test/world.ts'

const { server, world } = await shareWorld('alice')

const listing = { success: true, files: [], total_count: 0, truncated: false }
const post = (id: string, body: object, token = world.tokens.runner) =>
  server.call('postResult', { token, params: { p: world.ids.p, id }, body })
const listed = () => callTool(server, world, { path: 'docs' }, 'list_directory')

describe('a result', () => {
  test('ends the execution, and the agent that waits has it', async () => {
    const { tool_id } = await listed()
    const waiting = server.call('getExecution', { token: world.tokens.agent, params: { id: tool_id }, query: '?wait_seconds=10' })
    expect((await post(tool_id, { status: 'completed', result: listing })).json).toMatchObject({
      success: true,
      tool_id,
      status: 'completed',
    })
    expect((await waiting).json).toMatchObject({ success: true, status: 'completed', result: listing })
  })

  test('is welcome twice, refused if it differs, and refused for another attempt', async () => {
    const { tool_id } = await listed()
    const same = { status: 'completed', result: listing }
    expect((await post(tool_id, { ...same, attempt_id: randomUUID() })).json).toMatchObject({ error_code: 'ALREADY_SETTLED' })
    expect((await post(tool_id, same)).status).toBe(200)
    expect((await post(tool_id, same)).status).toBe(200)
    expect((await post(tool_id, { ...same, result: { ...listing, total_count: 3 } })).status).toBe(409)
    expect((await post(tool_id, { status: 'failed', error: 'no' })).status).toBe(409)
  })

  test('comes too late after a cancel', async () => {
    const { tool_id } = await listed()
    const params = { p: world.ids.p, id: tool_id }
    expect((await server.call('cancelExecution', { token: world.tokens.operator, params })).json).toMatchObject({
      status: 'cancelled',
      error_code: 'CANCELLED',
    })
    expect((await post(tool_id, { status: 'completed', result: listing })).json).toMatchObject({ error_code: 'ALREADY_SETTLED' })
  })

  test('of a runner of another project does not find the execution', async () => {
    const { tool_id } = await listed()
    const elsewhere = await makeProject(server, 'alice')
    const foreign = tokenOf(['runner'], { project: elsewhere })
    expect((await post(tool_id, { status: 'completed', result: listing }, foreign)).status).toBe(404)
    const params = { p: elsewhere, id: tool_id }
    expect((await server.call('postResult', { token: foreign, params, body: { status: 'completed', result: listing } })).status).toBe(404)
  })

  test('that is not in the shape of its tool is refused', async () => {
    const { tool_id } = await listed()
    expect((await post(tool_id, { status: 'completed', result: { nonsense: true } })).json).toMatchObject({
      error_code: 'INVALID_ARGUMENTS',
    })
  })
})

test('a call has its parameters and clearance for the runner, and no clearance once it has ended', async () => {
  const { tool_id } = await listed()
  const get = () => server.call('getCall', { token: world.tokens.runner, params: { p: world.ids.p, id: tool_id } })
  expect((await get()).json).toMatchObject({
    tool_name: 'list_directory',
    tool_params: { path: 'docs' },
    clearance: expect.stringContaining('.'),
  })
  await post(tool_id, { status: 'completed', result: listing })
  expect((await get()).json).toMatchObject({ status: 'completed', clearance: null })
})

test('a call is not handed out while no runner holds the lease', async () => {
  const lonely = await makeWorld(server, 'lonely', { empty: true })
  const { tool_id } = await callTool(server, lonely, { path: 'docs' }, 'list_directory')
  const reply = await server.call('getCall', { token: lonely.tokens.runner, params: { p: lonely.ids.p, id: tool_id } })
  expect(reply.json).toMatchObject({ error_code: 'RUNNER_OFFLINE' })
})

test('live output reaches the operator at once and stays readable by offset', async () => {
  await using reader = await EventReader.open(server, { project: world.ids.p, token: world.tokens.operator })
  const { tool_id } = await callTool(server, world, { command: 'ls', args: [] })
  const params = { p: world.ids.p, id: tool_id }
  const { json } = await server.call('getCall', { token: world.tokens.runner, params })
  const body = { attempt_id: json.attempt_id, stream: 'stdout', offset: 0, data: 'größer\n' }
  expect((await server.call('postOutput', { token: world.tokens.runner, params, body })).status).toBe(200)
  expect(await reader.until(({ type }) => type === 'tool.output')).toMatchObject({
    id: null,
    data: { tool_id, offset: 0, data: 'größer\n' },
  })
  const read = (after: number) => server.call('getOutput', { token: world.tokens.agent, params, query: `?after=${after}` })
  expect((await read(0)).json).toEqual({
    success: true,
    output: 'größer\n',
    missing_bytes: 0,
    next: 9,
    ended: false,
    complete: false,
  })
  expect((await read(9)).json).toMatchObject({ output: '', next: 9 })
  expect(
    (await server.call('postOutput', { token: world.tokens.runner, params, body: { ...body, attempt_id: randomUUID() } })).status,
  ).toBe(409)
})

test('an output with a gap says what is missing, and is complete only when every byte of it is there', async () => {
  const { tool_id } = await callTool(server, world, { command: 'ls', args: [] })
  const params = { p: world.ids.p, id: tool_id }
  const { attempt_id } = (await server.call('getCall', { token: world.tokens.runner, params })).json
  const send = async (offset: number, data: string) =>
    (await server.call('postOutput', { token: world.tokens.runner, params, body: { attempt_id, stream: 'stdout', offset, data } })).status
  const read = async (after: number) =>
    (await server.call('getOutput', { token: world.tokens.agent, params, query: `?after=${after}` })).json
  await send(0, 'one\n')
  await send(8, 'three\n')
  const result = { success: true, stdout: '', stderr: '', exit_code: 0, execution_time: 1, truncated: false, isolation: 'sandbox' }
  expect((await post(tool_id, { status: 'completed', result, attempt_id, output_bytes: 19 })).status).toBe(200)
  expect(await read(0)).toMatchObject({ output: 'one\n', missing_bytes: 0, next: 4, ended: false, complete: false })
  expect(await read(4)).toMatchObject({ output: 'three\n', missing_bytes: 9, next: 19, ended: true, complete: false })
  // Output up to the size in the result may still arrive, but no more.
  expect([await send(4, 'two\n'), await send(14, 'four\n'), await send(19, 'five\n')]).toEqual([200, 200, 409])
  expect(await read(0)).toMatchObject({ output: 'one\ntwo\nthree\nfour\n', missing_bytes: 0, next: 19, ended: true, complete: true })
})

test.each([
  [-45, -45],
  [90, 90],
  [20, undefined],
])('a runner whose clock is off by %s s is told so at hello, where it matters', async (off, told) => {
  const body = { ...helloOf(world.runner), time: new Date(Date.now() + off * 1000).toISOString() }
  const { json } = await server.call('hello', { token: world.tokens.runner, params: { p: world.ids.p }, body })
  expect(Math.abs(Date.parse(json.server_time) - Date.now())).toBeLessThan(20_000)
  // The seconds between the two clocks may be rounded up or down.
  if (told === undefined) expect(json.clock_off_seconds).toBeUndefined()
  else expect(Math.abs(json.clock_off_seconds - told)).toBeLessThan(15)
})

test('hello tells the lease and the key, and a second runner stands by', async () => {
  const { ids, tokens } = world
  const reply = await server.call('hello', { token: tokens.runner, params: { p: ids.p }, body: helloOf(world.runner) })
  expect(reply.json).toMatchObject({
    holds_lease: true,
    lease_seconds: 30,
    clearance_key: { kty: 'OKP', crv: 'Ed25519' },
    takes_forms: true,
  })
  const second = await server.call('hello', { token: tokens.runner, params: { p: ids.p }, body: helloOf(randomUUID()) })
  expect(second.json).toMatchObject({ holds_lease: false })
  const beat = (runner_id: string) => server.call('heartbeat', { token: tokens.runner, params: { p: ids.p }, body: { runner_id } })
  expect((await beat(world.runner)).json).toMatchObject({ success: true, holds_lease: true, end_processes: [] })
  expect((await beat(randomUUID())).json).toMatchObject({ success: true, holds_lease: false, end_processes: [] })
})

test('a runner that leaves gives the lease back at once', async () => {
  const left = await makeWorld(server, 'leaving')
  const body = { runner_id: left.runner, leaving: true }
  const { json } = await server.call('heartbeat', { token: left.tokens.runner, params: { p: left.ids.p }, body })
  expect(json).toMatchObject({ success: true, holds_lease: false, end_processes: [] })
  const { json: project } = await server.call('getProject', { token: left.tokens.operator, params: { p: left.ids.p } })
  expect(project).toMatchObject({ project: { runner: { online: false } } })
})

describe('a plain client that says no hello', () => {
  test('is a runner while its stream is open', async () => {
    const plain = await makeWorld(server, 'plain', { empty: true })
    await using reader = await EventReader.open(server, { project: plain.ids.p, token: plain.tokens.runner })
    const calling = server.call('execute', { token: plain.tokens.agent, body: { tool_name: 'read_file', tool_params: { path: 'a.txt' } } })
    const { data } = await reader.until(({ type }) => type === 'tool.execution_signal')
    const params = { p: plain.ids.p, id: data.tool_id }
    const body = { status: 'completed', result: { content: 'hello', stderr: null } }
    expect((await server.call('postResult', { token: plain.tokens.runner, params, body })).status).toBe(200)
    expect((await calling).json).toMatchObject({ status: 'completed', result: { content: 'hello' } })
    await reader.until(({ type }) => type === 'tool.result_ack')
  })

  test('that comes later is shown what waits for a run; a file change is asked without its preview', async () => {
    const plain = await makeWorld(server, 'late', { empty: true })
    await callTool(server, plain, { path: 'a.txt', content: 'x' }, 'write_file')
    await callTool(server, plain, { path: 'a.txt' }, 'read_file')
    await using reader = await EventReader.open(server, { project: plain.ids.p, token: plain.tokens.runner })
    await reader.until(({ type }) => type === 'tool.execution_signal')
    const { json } = await server.call('listApprovals', { token: plain.tokens.operator, params: { p: plain.ids.p } })
    expect(json).toMatchObject({ approvals: [{ tool_name: 'write_file', preview: null, tool_params: { content: 'x' } }] })
  })

  test('runs alone: a second one gets no signal', async () => {
    const plain = await makeWorld(server, 'pair', { empty: true })
    await using first = await EventReader.open(server, { project: plain.ids.p, token: plain.tokens.runner })
    await expect
      .poll(
        async () =>
          (await server.call('getProject', { token: plain.tokens.operator, params: { p: plain.ids.p } })).json.project.runner?.online,
      )
      .toBe(true)
    await using second = await EventReader.open(server, { project: plain.ids.p, token: plain.tokens.runner })
    await callTool(server, plain, { path: 'a.txt' }, 'read_file')
    await first.until(({ type }) => type === 'tool.execution_signal')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(second.events).toEqual([])
  })

  test('that comes straight back keeps its calls, and is offline once it stays away', async () => {
    const plain = await makeWorld(server, 'returning', { empty: true })
    const runnerOf = async () =>
      (await server.call('getProject', { token: plain.tokens.operator, params: { p: plain.ids.p } })).json.project.runner
    const stream = { project: plain.ids.p, token: plain.tokens.runner }
    const first = await EventReader.open(server, stream)
    await expect.poll(async () => (await runnerOf())?.online).toBe(true)
    const { runner_id } = await runnerOf()
    first.response.destroy()
    const again = await EventReader.open(server, stream)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await runnerOf()).toMatchObject({ runner_id, online: true })
    again.response.destroy()
    await expect.poll(async () => (await runnerOf()).online, { timeout: 6000 }).toBe(false)
  })

  test('gives way to a runner that says hello', async () => {
    const plain = await makeWorld(server, 'yielding', { empty: true })
    await using reader = await EventReader.open(server, { project: plain.ids.p, token: plain.tokens.runner })
    await expect.poll(() => reader.response.destroyed).toBe(false)
    await sayHello(server, plain)
    await callTool(server, plain, { path: 'a.txt' }, 'read_file')
    await using proper = await EventReader.open(server, { project: plain.ids.p, token: plain.tokens.runner, lastEventId: 0 })
    await proper.until(({ type }) => type === 'tool.execution_signal')
  })
})
