// A client that knows only the plain workflow: it listens, asks its user, runs and posts, as the document of that workflow says.
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { open, send } from '../../../../test-kit/src/clients/http.ts'
import { EventReader } from '../../../test/event-reader.ts'
import { makeProject, startTestServer, type TestServer, tokenOf } from '../../../test/test-server.ts'

let server: TestServer
let project: string
let client: string
let agent: string

beforeAll(async () => {
  server = await startTestServer()
  project = await makeProject(server)
  client = tokenOf(['operator', 'runner'], { project })
  agent = tokenOf(['agent'], { project })
})
afterAll(() => server[Symbol.asyncDispose]())

const execute = async (body: object, token = agent) => {
  const reply = await server.call('execute', { token, body: { wait_seconds: 0, ...body } })
  expect(reply.status, reply.text).toBe(200)
  return reply.json
}
const npmTest = { tool_name: 'execute_command', tool_params: { command: 'npm', args: ['test'] } }

/** As `fetch` sends it without an explicit content type. */
const post = async (path: string, body: object) => {
  const headers = { authorization: `Bearer ${client}` }
  const reply = await fetch(`${server.running.url}/my/projects/${project}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: reply.status, json: await reply.json() }
}

test('from the question to the result, without a word about content types', async () => {
  await using events = await EventReader.open(server, { project, token: client })
  const { tool_id, approval_id, success } = await execute(npmTest)
  expect(success).toBe(true)
  const asked = await events.until(({ type }) => type === 'tool.approval_request')
  expect(asked.data).toMatchObject({ approval_id, tool_id, risk_level: 'MEDIUM', timeout_seconds: 300, tool_params: { timeout: 30 } })
  expect(await post(`/approvals/${approval_id}/approve`, { decision: 'approved' })).toEqual({
    status: 200,
    json: { success: true, approval_id, status: 'approved' },
  })
  const signal = await events.until(({ type }) => type === 'tool.execution_signal')
  expect(signal.data).toMatchObject({ tool_id, tool_name: 'execute_command' })
  expect(signal.data.tool_params).toEqual({ command: 'npm', args: ['test'], timeout: 30 })
  const result = { success: true, stdout: 'test output...', stderr: null, exit_code: 0 }
  expect(await post(`/tools/${tool_id}/result`, { status: 'completed', result })).toEqual({
    status: 200,
    json: { success: true, tool_id, status: 'completed', message: 'Tool result processed' },
  })
})

test('a JSON body without any content type is read on these routes', async () => {
  const { approval_id, tool_id } = await execute(npmTest)
  const path = `/my/projects/${project}/approvals/${approval_id}/reject`
  const body = JSON.stringify({ reason: 'User declined execution' })
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const headers = { authorization: `Bearer ${client}`, 'content-length': String(body.length) }
  request({ host: '127.0.0.1', port: server.port, method: 'POST', path, headers }, resolve).on('error', reject).end(body)
  expect((await promise).resume().statusCode).toBe(200)
  const record = await server.call('getExecution', { token: client, params: { id: tool_id } })
  expect(record.json).toMatchObject({ status: 'rejected', error: expect.stringContaining('User declined execution') })
})

test('an edit without a time keeps the default in what runs', async () => {
  await using events = await EventReader.open(server, { project, token: client })
  const { approval_id, tool_id } = await execute(npmTest)
  const edited_params = { command: 'npm', args: ['test', '--silent'] }
  expect((await post(`/approvals/${approval_id}/approve`, { decision: 'approved', edited_params })).json).toMatchObject({ success: true })
  const signal = await events.until(({ type, data }) => type === 'tool.execution_signal' && data.tool_id === tool_id)
  expect(signal.data.tool_params).toEqual({ ...edited_params, timeout: 30 })
})

test('whoever calls is told whether it failed, and which approval it waits for, or null', async () => {
  expect(await execute({ tool_name: 'read_file', tool_params: { path: 'a.txt' } })).toMatchObject({ success: true, approval_id: null })
  const refused = await execute({ tool_name: 'read_file', tool_params: { path: '../a' } })
  expect(refused).toMatchObject({ success: false, approval_id: null, status: 'failed', error_code: 'PATH_OUTSIDE_WORKSPACE' })
})

describe('a confirmation', () => {
  const confirm = (approval: string, more: object = {}) =>
    send(server.port, { method: 'POST', path: `/my/approvals/${approval}/confirm`, token: client, ...more })

  test.each([
    ['without a body', {}],
    ['with an empty one', { headers: { 'content-type': 'application/json', 'content-length': '0' } }],
    ['that says nothing', { body: {} }],
  ])('%s is a yes', async (_, more) => {
    const { approval_id } = await execute(npmTest)
    expect((await confirm(approval_id, more)).json).toEqual({ success: true, approval_id, status: 'approved' })
  })

  test('may say no', async () => {
    const { approval_id } = await execute(npmTest)
    expect((await confirm(approval_id, { body: { decision: 'rejected' } })).json).toMatchObject({ status: 'rejected' })
  })
})

describe('approvals of all projects', () => {
  const list = async (token: string, query = '?status=pending') =>
    (await server.call('listMyApprovals', { token, query })).json.approvals.map(({ id }: { id: string }) => id)

  test('are listed for the one whose they are', async () => {
    const [one, two, foreign] = [await makeProject(server, 'erin'), await makeProject(server, 'erin'), await makeProject(server, 'mallory')]
    const ask = async (sub: string, p: string) => (await execute(npmTest, tokenOf(['agent'], { sub, project: p }))).approval_id
    const [first, second] = [await ask('erin', one), await ask('erin', two)]
    await ask('mallory', foreign)
    const erin = tokenOf(['operator'], { sub: 'erin' })
    expect((await list(erin)).toSorted()).toEqual([first, second].toSorted())
    expect(await list(tokenOf(['operator'], { sub: 'erin', project: two }))).toEqual([second])
    await server.call('reject', { token: erin, params: { p: one, a: first }, body: {} })
    expect(await list(erin)).toEqual([second])
    expect((await list(erin, '')).toSorted()).toEqual([first, second].toSorted())
  })
})

test('a session of the caller is named as the caller likes, and is the same again', async () => {
  const call = { tool_name: 'read_file', tool_params: { path: 'a.txt' } }
  const named = await execute({ ...call, session_id: 'my chat' })
  expect((await execute({ ...call, session_id: 'my chat' })).session_id).toBe(named.session_id)
  expect((await execute({ ...call, session_id: named.session_id })).session_id).toBe(named.session_id)
  expect((await execute({ ...call, session_id: 'another' })).session_id).not.toBe(named.session_id)
  const { json } = await server.call('getSession', { token: agent, params: { p: project, s: named.session_id } })
  expect(json.session).toMatchObject({ title: 'my chat' })
})

test('a text stays a text where the plain workflow has no route', async () => {
  const headers = { 'content-type': 'text/plain' }
  const response = await open(server.port, {
    method: 'POST',
    path: '/my/projects',
    token: tokenOf(['operator']),
    headers,
    body: { name: 'x' },
  })
  expect(response.resume().statusCode).toBe(415)
})
