import { describe, expect, test } from 'vitest'
import { cut, playAnswers, refuse } from '../../../test-kit/src/servers/playing-server.ts'
import { ServerUnreachable } from '../routes/connection.ts'
import { agent } from './agent.ts'

const p = '01890000-0000-7000-8000-000000000001'
const sha256 = 'ab'.repeat(32)
const call = {
  tool_id: '01890000-0000-7000-8000-000000000002',
  tool_name: 'write_file',
  session_id: '01890000-0000-7000-8000-000000000003',
}
const waiting = { ...call, status: 'awaiting_approval', approval_id: 'a1' }
const completed = { ...call, status: 'completed', result: { success: true, size: 3 }, report: 'Wrote 3 bytes.' }
const rejected = {
  ...call,
  status: 'rejected',
  error: 'Approval denied: keep it',
  error_code: 'APPROVAL_DENIED',
  report: 'No, said the operator.',
}
const toolOf = (name: string, more: object = {}) => ({
  name,
  description: `does ${name}`,
  parameters: { type: 'object', properties: { path: { type: 'string' } } },
  requires_approval: false,
  risk_level: 'LOW',
  timeout_seconds: 0,
  ...more,
})
const listing = { success: true, tools: [toolOf('read_file'), toolOf('git.diff')], total_count: 2 }

const bodies = (requests: readonly { body: string }[]) => requests.map(({ body }) => (body ? JSON.parse(body) : undefined))

describe('a call', () => {
  test('lasts until its end, and tells once that it waits for a person', async () => {
    await using server = await playAnswers([waiting, waiting, { ...call, status: 'executing' }, completed])
    const told: unknown[] = []
    const it = agent({ url: server.url, waitSeconds: 1, onWaiting: ({ approval_id }) => told.push(approval_id) })
    expect(await it.call('write_file', { path: 'a', content: 'abc' })).toEqual({
      ok: true,
      status: 'completed',
      report: 'Wrote 3 bytes.',
      result: { success: true, size: 3 },
      tool_id: call.tool_id,
      session_id: call.session_id,
    })
    expect(told).toEqual(['a1'])
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /my/tools/execute',
      ...Array(3).fill(`GET /my/tools/${call.tool_id}?wait_seconds=1`),
    ])
  })

  test('that was refused is an outcome, with words for the model', async () => {
    await using server = await playAnswers([rejected])
    expect(await agent({ url: server.url }).call('write_file')).toMatchObject({
      ok: false,
      status: 'rejected',
      error_code: 'APPROVAL_DENIED',
      report: 'No, said the operator.',
    })
  })

  test('that ran and failed is not ok', async () => {
    await using server = await playAnswers([{ ...completed, result: { success: false, exit_code: 1 } }])
    expect(await agent({ url: server.url }).call('execute_command')).toMatchObject({ ok: false, status: 'completed' })
  })

  test('goes on through cuts, an ill server and too many requests as the same call', async () => {
    const slow = refuse(429, 'RATE_LIMITED', { 'retry-after': '0.001' })
    await using server = await playAnswers([cut, refuse(503, 'INTERNAL'), slow, waiting, cut, completed])
    expect(await agent({ url: server.url }).call('write_file', { path: 'a' })).toMatchObject({ ok: true })
    const sent = bodies(server.requests)
    expect(sent[0].call_id).toMatch(/^[0-9a-f]{32}$/)
    expect(sent.slice(1, 4)).toEqual(Array(3).fill(sent[0]))
  })

  test('is a new one each time unless it is named', async () => {
    await using server = await playAnswers([completed])
    const it = agent({ url: server.url, projectId: p, sessionId: call.session_id })
    await it.call('read_file', { path: 'a' })
    await it.call('read_file', { path: 'a' })
    await it.call('read_file', { path: 'a' }, { callId: 'step 7' })
    const [first, second, third] = bodies(server.requests)
    expect(first.call_id).not.toBe(second.call_id)
    expect(third).toMatchObject({ call_id: 'step 7', project_id: p, session_id: call.session_id })
  })

  test('gives up when the server stays away', async () => {
    await using server = await playAnswers([cut])
    await expect(agent({ url: server.url, patienceSeconds: 0.5 }).call('read_file')).rejects.toThrow(ServerUnreachable)
    expect(server.requests.length).toBeGreaterThan(1)
  })

  test('throws at once what trying again cannot mend', async () => {
    await using server = await playAnswers([refuse(401, 'UNAUTHORIZED')])
    await expect(agent({ url: server.url }).call('read_file')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(server.requests.length).toBe(1)
  })

  test.each(['of the call', 'of the agent'])('stops waiting at an abort %s', async (whose) => {
    const stopping = new AbortController()
    await using server = await playAnswers([waiting, () => stopping.abort(new Error('enough'))])
    const { signal } = stopping
    const it = agent({ url: server.url, ...(whose === 'of the agent' && { signal }) })
    await expect(it.call('write_file', {}, whose === 'of the call' ? { signal } : {})).rejects.toThrow('enough')
  })

  test('sends long texts by reference and brings those of the result back', async () => {
    const long = 'ä'.repeat(20_000)
    await using server = await playAnswers([
      { success: true, projects: [{ id: p }] },
      cut,
      { success: true, sha256 },
      { ...completed, result: { success: true, content: { $body: sha256 }, size: 40_000 } },
      (response) => void response.end(long),
    ])
    const { result } = await agent({ url: server.url }).call('write_file', { path: 'a', content: long })
    expect(result).toEqual({ success: true, content: long, size: 40_000 })
    expect(JSON.parse(server.requests[3]?.body ?? '').tool_params).toEqual({ path: 'a', content: { $body: sha256 } })
    expect(server.requests.map(({ path }) => path.replace(`/my/projects/${p}`, ''))).toEqual([
      '/my/projects?limit=2',
      '/bodies',
      '/bodies',
      '/my/tools/execute',
      `/bodies/${sha256}`,
    ])
  })
})

describe('the project', () => {
  test.each([
    ['no project yet', []],
    ['several projects', [{ id: p }, { id: sha256 }]],
  ])('must be named with %s', async (words, projects) => {
    await using server = await playAnswers([{ success: true, projects }])
    await expect(agent({ url: server.url }).tools()).rejects.toThrow(`projectId: needed, you have ${words}`)
  })
})

describe('the tools', () => {
  test('are plain functions', async () => {
    await using server = await playAnswers([listing, completed])
    const functions = await agent({ url: server.url, projectId: p }).functions()
    expect(Object.keys(functions)).toEqual(['read_file', 'git_diff'])
    expect(await functions.git_diff?.({ path: 'a' }, { callId: 'c' })).toMatchObject({ ok: true })
    expect(bodies(server.requests)[1]).toMatchObject({ tool_name: 'git.diff', tool_params: { path: 'a' }, call_id: 'c' })
  })

  test('of the AI SDK have a schema that nobody can spoil', async () => {
    await using server = await playAnswers([listing])
    const { git_diff } = await agent({ url: server.url, projectId: p }).aiTools()
    const { jsonSchema, validate } = git_diff?.inputSchema['~standard'] ?? {}
    Object.assign(jsonSchema?.input() ?? {}, { type: 'spoilt' })
    expect(jsonSchema?.input()).toEqual(listing.tools[1]?.parameters)
    expect(validate?.({ any: 'thing' })).toEqual({ value: { any: 'thing' } })
    expect(git_diff).toMatchObject({ type: 'dynamic', description: 'does git.diff' })
  })

  test("of the AI SDK do not take the model's id for a call, which may come twice, unless they are told how", async () => {
    await using server = await playAnswers([listing, completed, completed, listing, completed])
    const it = agent({ url: server.url, projectId: p })
    const { read_file } = await it.aiTools()
    await read_file?.execute({ path: 'a' }, { toolCallId: 'call_0' })
    await read_file?.execute({ path: 'a' }, { toolCallId: 'call_0' })
    const durable = await it.aiTools({ callIdOf: (id) => `run 5/${id}` })
    await durable.read_file?.execute({ path: 'a' }, { toolCallId: 'call_0' })
    const ids = bodies(server.requests).flatMap((body) => body?.call_id ?? [])
    expect(new Set(ids).size).toBe(3)
    expect(ids[2]).toBe('run 5/call_0')
  })

  test('of the AI SDK tell the model the report, and what is not ok as an error', async () => {
    await using server = await playAnswers([listing, completed, rejected])
    const { read_file } = await agent({ url: server.url, projectId: p }).aiTools()
    const tell = async () => read_file?.toModelOutput({ output: await read_file.execute({}, { toolCallId: '1' }) })
    expect(await tell()).toEqual({ type: 'text', value: 'Wrote 3 bytes.' })
    expect(await tell()).toEqual({ type: 'error-text', value: 'No, said the operator.' })
  })
})
