// Who may do what: tokens, roles, other users, headers.
import { randomUUID } from 'node:crypto'
import { existsSync, statSync, symlinkSync } from 'node:fs'
import { request } from 'node:http'
import { digestOf } from '@countersign/protocol'
import { expect } from 'vitest'
import { newId } from '../../../packages/test-kit/src/ids.ts'
import { scenario } from '../scenario.ts'
import { createApi, type Reply } from '../world/clients/api.ts'
import { createAgent, createOperator } from '../world/clients/people.ts'
import { sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld()
const apiOf = (token: string) => createApi(world().url, token)
const readBody = { tool_name: 'read_file', tool_params: { path: 'README.md' } }
const withRoles = async (roles: string[], more: object = {}) => apiOf(await world().createToken({ roles, ...more }))

scenario(
  'a request without a good token is 401',
  { verifies: ['access.token-required', 'access.hs256', 'access.expired', 'rest.errors'] },
  async () => {
    const bad = [
      '',
      'not-a-token',
      await world().createToken({ roles: ['operator'], secret: 'another secret of thirty-two bytes or more' }),
      await world().createToken({ roles: ['operator'], exp: Math.floor(Date.now() / 1000) - 10 }),
    ]
    for (const token of bad) {
      const reply = await apiOf(token).request('GET', '/my/projects')
      expect(reply).toMatchObject({
        status: 401,
        body: { success: false, error_code: 'UNAUTHORIZED', details: {}, request_id: expect.any(String) },
      })
      expect((reply.body as { error: string }).error).toMatch(/^Not signed in/)
    }
    expect((await (await withRoles(['operator'])).request('GET', '/my/projects')).status).toBe(200)
  },
)

scenario(
  'agent stands alone, a runner names its project',
  { verifies: ['access.agent-alone', 'access.runner-needs-project', 'access.operator-and-runner'] },
  async () => {
    const project = world().projectId
    expect((await (await withRoles(['agent', 'operator'])).request('GET', '/my/projects')).status).toBe(401)
    expect((await (await withRoles(['runner'])).request('GET', '/my/projects')).status).toBe(401)
    expect((await (await withRoles(['operator', 'runner'], { project })).request('GET', `/my/projects/${project}/approvals`)).status).toBe(
      200,
    )
    const stranger = await withRoles(['runner'], { project: randomUUID() })
    expect((await stranger.request('GET', `/my/projects/${project}/chat/stream`)).status).toBe(404)
  },
)

scenario(
  'an agent cannot approve, and nobody decides without being the operator',
  {
    verifies: [
      'access.agent-never-approves',
      'access.runner-never-approves',
      'access.admin-calls-nothing',
      'access.runner-calls-nothing',
      'access.agent-no-stream',
      'access.runner-routes',
    ],
  },
  async () => {
    const { agent, projectId, tokens } = world()
    const asked = await agent.call('write_file', { path: 'self.md', content: 'x\n' })
    const approvals = `/my/projects/${projectId}/approvals`
    const decisions: [string, string, unknown][] = [
      ['POST', `${approvals}/${asked.approval_id}/approve`, { decision: 'approved' }],
      ['POST', `${approvals}/${asked.approval_id}/reject`, {}],
      ['POST', `${approvals}/batch`, { decisions: [{ approval_id: asked.approval_id, decision: 'approved' }] }],
      ['POST', `/my/approvals/${asked.approval_id}/confirm`, { decision: 'approved' }],
      ['POST', `/my/projects/${projectId}/tools/${asked.tool_id}/cancel`, undefined],
      ['DELETE', `/my/projects/${projectId}/grants/${randomUUID()}`, undefined],
    ]
    const admin = await world().createToken({ roles: ['admin'] })
    for (const token of [tokens.agent, tokens.runner, admin]) {
      for (const [method, path, body] of decisions) expect((await apiOf(token).request(method, path, { body })).status, path).toBe(403)
    }
    for (const token of [tokens.runner, admin])
      expect((await apiOf(token).request('POST', '/my/tools/execute', { body: readBody })).status).toBe(403)
    expect((await agent.request('GET', `/my/projects/${projectId}/chat/stream`)).status).toBe(403)
    for (const token of [tokens.agent, tokens.operator, admin]) {
      const posted = await apiOf(token).request('POST', `/my/projects/${projectId}/tools/${asked.tool_id}/result`, {
        body: { status: 'failed', error: 'x' },
      })
      expect(posted.status).toBe(403)
      expect((await apiOf(token).request('GET', `/my/projects/${projectId}/tools/${asked.tool_id}/call`)).status).toBe(403)
    }
    expect((await agent.see(asked.tool_id)).status).toBe('awaiting_approval')
  },
)

scenario(
  'what belongs to another user does not exist',
  { verifies: ['access.foreign-is-404', 'access.user-from-token', 'approvals.foreign'] },
  async () => {
    const { agent, projectId } = world()
    const asked = await agent.call('write_file', { path: 'mine.md', content: 'x\n' })
    const done = await agent.call('read_file', { path: 'README.md' })
    const stranger = await withRoles(['operator'], { sub: 'stranger' })
    const strangeAgent = await withRoles(['agent'], { sub: 'stranger', agent: 'spy' })
    const paths: [typeof stranger, string, string, unknown?][] = [
      [stranger, 'GET', `/my/projects/${projectId}`],
      [stranger, 'GET', `/my/projects/${projectId}/approvals`],
      [stranger, 'GET', `/my/projects/${projectId}/chat/stream`],
      [stranger, 'GET', `/my/tools/${done.tool_id}`],
      [stranger, 'POST', `/my/projects/${projectId}/approvals/${asked.approval_id}/approve`, { decision: 'approved' }],
      [stranger, 'POST', `/my/approvals/${asked.approval_id}/confirm`, { decision: 'approved' }],
      [strangeAgent, 'GET', `/my/tools/${done.tool_id}`],
      [strangeAgent, 'POST', '/my/tools/execute', { ...readBody, project_id: projectId }],
    ]
    expect(await shapeOfUnknown()).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    for (const [api, method, path, body] of paths)
      expect(shapeOf(await api.request(method, path, { body })), path).toEqual(await shapeOfUnknown())
    const { executions } = await stranger.get<{ executions: unknown[] }>('/my/tools/history')
    expect(executions).toEqual([])
  },
)

const shapeOf = ({ status, body }: Reply) => ({
  status,
  keys: Object.keys(body as object).sort(),
  code: (body as { error_code: string }).error_code,
})
const shapeOfUnknown = async () => shapeOf(await world().operator.request('GET', `/my/tools/${newId()}`))

scenario(
  'an agent sees the executions of its own sessions only',
  { verifies: ['access.agent-own-sessions', 'rest.execute-foreign-session'] },
  async () => {
    const { agent, projectId, url } = world()
    const mine = await agent.call('read_file', { path: 'README.md' })
    const other = createAgent(url, await world().createToken({ roles: ['agent'], agent: 'other', project: projectId }), projectId)
    expect((await other.request('GET', `/my/tools/${mine.tool_id}`)).status).toBe(404)
    const { executions } = await other.get<{ executions: { tool_id: string }[] }>('/my/tools/history')
    expect(executions.map(({ tool_id }) => tool_id)).not.toContain(mine.tool_id)
    const named = await other.request('POST', '/my/tools/execute', { body: { ...readBody, session_id: mine.session_id } })
    expect(named).toMatchObject({ status: 200, body: { session_id: expect.not.stringMatching(mine.session_id) } })
  },
)

scenario(
  'an operator reads and saves, and runs commands only where that is set',
  { verifies: ['access.operator-reads', 'access.operator-saves', 'access.operator-commands'] },
  async () => {
    const operator = createAgent(world().url, world().tokens.operator, world().projectId)
    expect(await operator.call('read_file', { path: 'README.md' })).toMatchObject({ status: 'completed' })
    const saved = await operator.call('write_file', { path: 'saved.md', content: 'by hand\n' })
    expect(saved).toMatchObject({ status: 'completed' })
    expect(await operator.see(saved.tool_id)).toMatchObject({ cleared_by: { kind: 'person' }, requires_approval: false })
    expect(await operator.call('write_file', { path: '.env', content: '' })).toMatchObject({
      status: 'failed',
      error_code: 'SENSITIVE_FILE',
    })
    expect(await operator.call('execute_command', { command: 'node', args: ['count.mjs'] })).toMatchObject({
      status: 'failed',
      error_code: 'FORBIDDEN',
    })
  },
)

scenario(
  'a save of the operator meets the file that the editor had loaded, or writes nothing',
  { verifies: ['access.operator-saves'] },
  async () => {
    const { workspace, url, tokens, projectId } = world()
    const operator = createAgent(url, tokens.operator, projectId)
    const loaded = `token = ghp_${'a1B2'.repeat(9)}\n`
    await workspace.write('edited.md', loaded)
    symlinkSync('edited.md', workspace.at('link.md'))
    const read = await operator.call('read_file', { path: 'edited.md' })
    expect((read.result as { content: string }).content).toBe(loaded)
    const save = (path: string, content: string, base: string | null) =>
      operator.call('write_file', { path, content }, { base_digests: { [path]: base && digestOf(base) } })
    expect(await save('edited.md', 'one\n', loaded)).toMatchObject({ status: 'completed' })
    expect(await save('edited.md', 'two\n', loaded)).toMatchObject({ status: 'failed', error_code: 'FILE_CHANGED' })
    expect(await save('edited.md', 'two\n', null)).toMatchObject({ status: 'failed', error_code: 'FILE_CHANGED' })
    expect(await save('link.md', 'three\n', 'one\n')).toMatchObject({ status: 'completed' })
    expect(await save('made.md', 'new\n', null)).toMatchObject({ status: 'completed' })
    expect(await workspace.read('edited.md')).toBe('three\n')
  },
)

scenario(
  'some routes are open, and the server sets no cookie',
  { verifies: ['access.open-routes', 'access.no-cookie', 'rest.health', 'rest.openapi', 'access.metrics', 'rest.metrics'] },
  async () => {
    const anyone = apiOf('')
    for (const path of ['/health', '/ready', '/openapi.json']) {
      const reply = await anyone.request('GET', path)
      expect(reply.status, path).toBe(200)
      expect(reply.headers.get('set-cookie')).toBeNull()
    }
    const { body } = await anyone.request('GET', '/openapi.json')
    expect(Object.keys((body as { paths: object }).paths)).toContain('/my/tools/execute')
    const metrics = await anyone.request('GET', '/metrics')
    expect(metrics.status).toBe(200)
    expect(metrics.body).toContain('# HELP')
  },
)

scenario('a foreign Host or Origin is refused', { verifies: ['access.host', 'access.origin'] }, async () => {
  const { port } = new URL(world().url)
  const statusWith = (headers: Record<string, string>) =>
    new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port, path: '/health', headers }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end()
    })
  expect(await statusWith({})).toBe(200)
  expect(await statusWith({ host: 'evil.example.com' })).toBe(421)
  expect(await statusWith({ host: `127.0.0.1.evil.com:${port}` })).toBe(421)
  expect(await statusWith({ origin: 'http://evil.example.com' })).toBe(403)
  expect(await statusWith({ origin: `http://127.0.0.1:${Number(port) + 1}` })).toBe(403)
  expect(await statusWith({ origin: world().url })).toBe(200)
})

scenario("secrets of a local start are the user's own", { verifies: ['access.local-secret', 'access.token-file'] }, async () => {
  expect(statSync(world().data.path).mode & 0o077).toBe(0)
  expect(statSync(world().data.at('ready.json')).mode & 0o777).toBe(0o600)
  expect(statSync(world().data.at('connection.json')).mode & 0o777).toBe(0o600)
  expect(existsSync(world().data.at('keys'))).toBe(true)
  expect(statSync(world().data.at('keys')).mode & 0o077).toBe(0)
})

scenario('an admin sees the log of all and an operator does not', { verifies: ['access.admin-audit', 'rest.audit'] }, async () => {
  await world().agent.call('read_file', { path: 'README.md' })
  const admin = apiOf(await world().createToken({ roles: ['admin'] }))
  const { events } = await admin.get<{ events: { project_id: string }[] }>('/my/audit')
  expect(events.some(({ project_id }) => project_id === world().projectId)).toBe(true)
  expect((await world().operator.request('GET', '/my/audit')).status).toBe(403)
  expect((await admin.request('GET', `/my/projects/${world().projectId}`)).status).toBe(403)
})

scenario('an operator follows the stream of its own project', { verifies: ['access.operator-stream'] }, async () => {
  await using reader = await world().events()
  const call = await world().agent.call('read_file', { path: 'README.md' })
  await reader.next('tool.status', ({ tool_id, status }) => tool_id === call.tool_id && status === 'completed')
  expect(createOperator(world().url, world().tokens.operator, world().projectId).token).toBe(world().tokens.operator)
})
