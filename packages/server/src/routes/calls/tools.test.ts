import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { makeProject, startTestServer, tokenOf } from '../../../test/test-server.ts'
import { callTool, makeWorld, shareWorld } from '../../../test/world.ts'

const { server, world } = await shareWorld('alice')

const execute = (token: string, body: object) =>
  server.call('execute', { token, body: { tool_name: 'read_file', tool_params: { path: 'a.txt' }, wait_seconds: 0, ...body } })

describe('the project of a call', () => {
  test('is named, or is the only one, or must be named', async () => {
    const nobody = tokenOf(['agent'], { sub: 'carol' })
    expect((await execute(nobody, {})).json.error).toContain('no project yet')
    const first = await makeProject(server, 'carol')
    expect((await execute(nobody, {})).status).toBe(200)
    const second = await makeProject(server, 'carol')
    expect((await execute(nobody, {})).json).toMatchObject({ error_code: 'INVALID_ARGUMENTS' })
    const { session_id } = (await execute(nobody, { project_id: second })).json
    expect((await execute(nobody, { session_id })).json).toMatchObject({ session_id })
    expect((await execute(tokenOf(['agent'], { sub: 'carol', project: first }), { project_id: second })).status).toBe(404)
    for (const foreign of [session_id, randomUUID()])
      expect((await execute(tokenOf(['agent'], { sub: 'dave' }), { session_id: foreign })).json.error).toContain('no project yet')
  })
})

test('a refused call is on record with its code', async () => {
  const { json } = await execute(world.tokens.agent, { tool_name: 'execute_command', tool_params: { command: 'rm', args: ['-rf', '/'] } })
  expect(json).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/^Command not allowed: rm/),
    error_code: 'COMMAND_NOT_ALLOWED',
  })
})

test('the same call id is the same execution', async () => {
  const first = await execute(world.tokens.agent, { call_id: 'one' })
  expect((await execute(world.tokens.agent, { call_id: 'one' })).json.tool_id).toBe(first.json.tool_id)
  expect((await execute(world.tokens.agent, { call_id: 'one', tool_params: { path: 'b.txt' } })).json).toMatchObject({
    error_code: 'INVALID_ARGUMENTS',
  })
})

describe('an agent', () => {
  test('does not see what another agent of the same user did', async () => {
    const { tool_id, session_id } = await callTool(server, world, { path: 'a.txt' }, 'read_file')
    const other = tokenOf(['agent'], { project: world.ids.p, agent: 'another' })
    expect((await server.call('getExecution', { token: other, params: { id: tool_id } })).status).toBe(404)
    expect((await server.call('getSession', { token: other, params: { p: world.ids.p, s: session_id } })).status).toBe(404)
    expect((await server.call('listSessions', { token: other, params: { p: world.ids.p } })).json.sessions).toEqual([])
    expect((await server.call('history', { token: other })).json.executions).toEqual([])
    const own = (await execute(other, { session_id })).json
    expect(own.session_id).not.toBe(session_id)
    expect((await server.call('getExecution', { token: world.tokens.agent, params: { id: own.tool_id } })).status).toBe(404)
  })

  test('never decides, not even about its own call', async () => {
    const { approval_id } = await callTool(server, world, { command: 'git', args: ['commit', '-m', 'x'] })
    const params = { p: world.ids.p, a: approval_id }
    const { agent: token } = world.tokens
    const decisions = [
      await server.call('approve', { token, params, body: { decision: 'approved' } }),
      await server.call('reject', { token, params, body: {} }),
      await server.call('confirmApproval', { token, params, body: { decision: 'approved' } }),
      await server.call('decideBatch', { token, params, body: { decisions: [{ approval_id, decision: 'approved' }] } }),
    ]
    expect(decisions.map(({ json }) => json.error_code)).toEqual(Array(4).fill('FORBIDDEN'))
    expect((await server.call('getApproval', { token: world.tokens.operator, params })).json.approval.status).toBe('pending')
  })

  test('gets its own result raw, the person sees it masked', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`
    const { tool_id } = await callTool(server, world, { path: 'a.txt' }, 'read_file')
    const result = { success: true, content: `token ${secret}`, encoding: 'utf-8', size: 1, lines: 1, truncated: false }
    const posted = await server.call('postResult', {
      token: world.tokens.runner,
      params: { p: world.ids.p, id: tool_id },
      body: { status: 'completed', result },
    })
    expect(posted.status, posted.text).toBe(200)
    const seenBy = async (token: string) => (await server.call('getExecution', { token, params: { id: tool_id } })).text
    expect(await seenBy(world.tokens.agent)).toContain(secret)
    expect(await seenBy(world.tokens.operator)).not.toContain(secret)
  })
})

describe('history', () => {
  test('goes page by page, newest first, without loss or repeat', async () => {
    const many = await makeWorld(server, 'historian', { empty: true })
    const made: string[] = []
    await Promise.all(
      Array.from({ length: 25 }, async () => made.push((await callTool(server, many, { path: 'a.txt' }, 'read_file')).tool_id)),
    )
    const seen: { tool_id: string; created_at: string }[] = []
    for (let cursor = ''; ; ) {
      const { json } = await server.call('history', { token: many.tokens.operator, query: `?limit=4${cursor}` })
      seen.push(...json.executions)
      if (!json.next_cursor) break
      cursor = `&cursor=${json.next_cursor}`
    }
    expect(seen.map(({ tool_id }) => tool_id).sort()).toEqual(made.sort())
    const times = seen.map(({ created_at }) => created_at)
    expect(times).toEqual(times.toSorted().reverse())
  })

  test('filters by tool, status, risk and time', async () => {
    const count = async (query: string) => (await server.call('history', { token: world.tokens.operator, query })).json.executions.length
    expect(await count('?tool_name=nothing')).toBe(0)
    expect(await count('?status=failed&tool_name=execute_command')).toBeGreaterThan(0)
    expect(await count('?risk_level=HIGH&status=completed')).toBe(0)
    expect(await count('?since=2100-01-01T00:00:00Z')).toBe(0)
    expect(await count('?until=2000-01-01T00:00:00Z')).toBe(0)
    expect(await count('?since=2000-01-01T00:00:00Z&until=2100-01-01T00:00:00Z')).toBeGreaterThan(0)
    expect(await count(`?project_id=${randomUUID()}`)).toBe(0)
  })

  test('refuses a cursor that was not given out', async () => {
    expect((await server.call('history', { token: world.tokens.operator, query: '?cursor=nonsense' })).status).toBe(400)
  })

  test('of a token for one project does not show another', async () => {
    const elsewhere = await makeProject(server, 'alice')
    const token = tokenOf(['operator'], { project: elsewhere })
    expect((await server.call('history', { token, query: `?project_id=${world.ids.p}` })).json.executions).toEqual([])
    expect((await server.call('history', { token })).json.executions).toEqual([])
  })
})

describe('waiting', () => {
  test('ends at a question', async () => {
    const started = performance.now()
    const reply = await server.call('execute', {
      token: world.tokens.agent,
      body: { tool_name: 'execute_command', tool_params: { command: 'git', args: ['commit', '-m', 'y'] }, wait_seconds: 30 },
    })
    expect(reply.json).toMatchObject({ status: 'awaiting_approval', approval_id: expect.any(String) })
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  test('ends when the server closes, with what is known', async () => {
    const closing = await startTestServer()
    const lonely = await makeWorld(closing, 'alice', { empty: true })
    const waiting = closing.call('execute', {
      token: lonely.tokens.agent,
      body: { tool_name: 'read_file', tool_params: { path: 'a' }, wait_seconds: 60 },
    })
    await new Promise((resolve) => setTimeout(resolve, 300))
    await closing[Symbol.asyncDispose]()
    expect((await waiting).json).toMatchObject({ status: 'approved' })
  })

  test('ends when the client leaves, and the server goes on', async () => {
    const { tool_id } = await callTool(server, world, { path: 'a.txt' }, 'read_file')
    const headers = { authorization: `Bearer ${world.tokens.agent}` }
    const leaving = request({ port: server.port, host: '127.0.0.1', path: `/my/tools/${tool_id}?wait_seconds=60`, headers })
    leaving.on('error', () => undefined)
    leaving.end()
    await new Promise((resolve) => setTimeout(resolve, 100))
    leaving.destroy()
    expect((await server.call('health')).status).toBe(200)
  })
})

test('more calls than a token has are told to wait', async () => {
  await using limited = await startTestServer({ settings: { calls_per_second: 1, call_burst: 3 } })
  const token = tokenOf(['agent'], { project: await makeProject(limited) })
  const replies = await Promise.all(
    Array.from({ length: 5 }, () =>
      limited.call('execute', { token, body: { tool_name: 'read_file', tool_params: { path: 'a' }, wait_seconds: 0 } }),
    ),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429])
  expect(Number(replies.find(({ status }) => status === 429)?.headers['retry-after'])).toBeGreaterThan(0)
})
