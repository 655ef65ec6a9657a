// The REST interface: one call, many, bodies by reference, sessions, projects, refusals.
import { randomUUID } from 'node:crypto'
import { digestOf, type ExecutionView } from '@countersign/protocol'
import { expect } from 'vitest'
import { scenario } from '../scenario.ts'
import { createApi } from '../world/clients/api.ts'
import { createAgent } from '../world/clients/people.ts'
import { callAndApprove, sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld()
const read = { tool_name: 'read_file', tool_params: { path: 'README.md' } }

scenario('the same call_id is the same execution', { verifies: ['rest.call-id', 'rest.call-id-other'] }, async () => {
  const call_id = randomUUID()
  const params = { path: 'once.md', content: 'once\n', mode: 'append' }
  const calls = await Promise.all([1, 2, 3].map(() => world().agent.call('write_file', params, { call_id })))
  expect(new Set(calls.map(({ tool_id }) => tool_id)).size).toBe(1)
  const [{ tool_id, approval_id }] = calls as [(typeof calls)[0]]
  await world().operator.approve(approval_id as string)
  await world().agent.end(tool_id)
  expect(await world().agent.call('write_file', params, { call_id })).toMatchObject({ tool_id, status: 'completed' })
  expect(await world().workspace.read('once.md')).toBe('once\n')
  const other = await world().agent.request('POST', '/my/tools/execute', { body: { ...read, call_id } })
  expect(other).toMatchObject({ status: 400, body: { error_code: 'INVALID_ARGUMENTS' } })
})

scenario('without a session there is one per agent and project', { verifies: ['rest.execute-session'] }, async () => {
  const [one, two] = [
    await world().agent.call('read_file', { path: 'README.md' }),
    await world().agent.call('read_file', { path: 'README.md' }),
  ]
  expect(one.session_id).toBe(two.session_id)
  const other = createAgent(
    world().url,
    await world().createToken({ roles: ['agent'], agent: 'other', project: world().projectId }),
    world().projectId,
  )
  expect((await other.call('read_file', { path: 'README.md' })).session_id).not.toBe(one.session_id)
})

scenario(
  'a call returns after wait_seconds, and a later request waits for its end',
  { verifies: ['rest.wait-seconds', 'rest.get-waits', 'rest.get'] },
  async () => {
    await world().workspace.write('slow.mjs', "setTimeout(() => console.log('done'), 1500)\n")
    const asked = await world().agent.call('execute_command', { command: 'node', args: ['slow.mjs'] })
    await world().operator.approve(asked.approval_id as string)
    const now = await world().agent.get<ExecutionView>(`/my/tools/${asked.tool_id}?wait_seconds=0`)
    expect(['approved', 'executing']).toContain(now.status)
    const end = await world().agent.get<ExecutionView>(`/my/tools/${asked.tool_id}?wait_seconds=60`)
    expect(end).toMatchObject({ success: true, status: 'completed', result: { stdout: 'done\n' } })
    const atOnce = await world().agent.call('write_file', { path: 'unasked.md', content: 'x' }, { wait_seconds: 0 })
    expect(['pending', 'awaiting_approval']).toContain(atOnce.status)
    expect((await world().agent.request('POST', '/my/tools/execute', { body: { ...read, wait_seconds: 61 } })).status).toBe(400)
  },
)

scenario('the record tells everything about a call', { verifies: ['records.fields', 'rest.times'] }, async () => {
  const { view, approval } = await callAndApprove(world(), 'write_file', { path: 'record.md', content: 'x\n' })
  expect(view).toMatchObject({
    tool_id: expect.any(String),
    project_id: world().projectId,
    session_id: expect.any(String),
    approval_id: approval.id,
    agent: approval.agent,
    tool_name: 'write_file',
    tool_params: { path: 'record.md', content: 'x\n' },
    call_digest: approval.digest,
    risk_level: 'MEDIUM',
    reasons: approval.reasons,
    requires_approval: true,
    cleared_by: { kind: 'person' },
    execution_time_ms: expect.any(Number),
  })
  for (const time of [view.created_at, view.approved_at, view.started_at, view.completed_at])
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
})

scenario('history lists newest first and filters', { verifies: ['rest.history', 'rest.history-filters', 'rest.pages'] }, async () => {
  const history = async (query: string) =>
    (await world().operator.get<{ executions: ExecutionView[] }>(`/my/tools/history?${query}`)).executions
  const since = new Date().toISOString()
  await world().agent.call('list_directory', { path: '.' })
  const low = await world().agent.call('read_file', { path: 'README.md' })
  const refused = await world().agent.call('execute_command', { command: 'rm' })
  const all = await history(`project_id=${world().projectId}&since=${since}`)
  expect(all.slice(0, 2).map(({ tool_id }) => tool_id)).toEqual([refused.tool_id, low.tool_id])
  expect((await history(`status=failed&since=${since}`)).map(({ tool_id }) => tool_id)).toEqual([refused.tool_id])
  expect((await history(`risk_level=LOW&since=${since}`)).length).toBe(2)
  expect((await history(`tool_name=list_directory&since=${since}`)).length).toBe(1)
  expect(await history(`until=${since}&since=${since}`)).toEqual([])
  const pages: string[] = []
  let cursor = ''
  do {
    const page = await world().operator.get<{ executions: ExecutionView[]; next_cursor?: string }>(
      `/my/tools/history?limit=2&since=${since}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    )
    pages.push(...page.executions.map(({ tool_id }) => tool_id))
    cursor = page.next_cursor ?? ''
  } while (cursor)
  expect(pages).toEqual(all.map(({ tool_id }) => tool_id))
})

scenario(
  'large values go by reference',
  { verifies: ['rest.bodies', 'rest.bodies-reference', 'rest.bodies-unknown', 'limits.file'] },
  async () => {
    const content = 'a long line of text\n'.repeat(100_000)
    const path = `/my/projects/${world().projectId}/bodies`
    const put = await world().agent.request('PUT', path, { raw: { content, type: 'application/octet-stream' } })
    expect(put).toMatchObject({ status: 200, body: { success: true, sha256: digestOf(content) } })
    expect((await world().agent.request('GET', `${path}/${digestOf(content)}`)).body).toBe(content)
    const { view } = await callAndApprove(world(), 'write_file', { path: 'large.txt', content: { $body: digestOf(content) } })
    expect(view).toMatchObject({ status: 'completed', result: { size: content.length } })
    expect(await world().workspace.read('large.txt')).toBe(content)
    const back = await world().agent.call('read_file', { path: 'large.txt' })
    const { content: got } = back.result as { content: string | { $body: string } }
    expect(typeof got === 'string' ? got : (await world().agent.request('GET', `${path}/${got.$body}`)).body).toBe(content)
    const unknown = await world().agent.request('POST', '/my/tools/execute', {
      body: { tool_name: 'write_file', tool_params: { path: 'x.md', content: { $body: '0'.repeat(64) } } },
    })
    expect(unknown).toMatchObject({ status: 400, body: { error_code: 'INVALID_ARGUMENTS' } })
  },
)

scenario(
  'the tools are listed with their schemas',
  { verifies: ['rest.available', 'rest.available-timeouts', 'settled.parameters'] },
  async () => {
    const { tools, total_count } = await world().agent.get<{ tools: Record<string, unknown>[]; total_count: number }>(
      `/my/projects/${world().projectId}/tools/available`,
    )
    expect(total_count).toBe(tools.length)
    expect(tools.find(({ name }) => name === 'read_file')).toMatchObject({
      description: expect.any(String),
      parameters: { type: 'object', properties: { path: { type: 'string' } } },
      requires_approval: false,
      risk_level: 'LOW',
      timeout_seconds: 0,
    })
    expect(tools.find(({ name }) => name === 'execute_command')).toMatchObject({
      requires_approval: true,
      risk_level: 'MEDIUM',
      timeout_seconds: 300,
    })
    expect(tools.every(({ timeout_seconds }) => [0, 300, 600].includes(timeout_seconds as number))).toBe(true)
  },
)

scenario(
  'projects are made, listed, renamed and deleted, by workspace id',
  { verifies: ['rest.projects', 'rest.projects-key'] },
  async () => {
    const { operator } = world()
    const { project } = await operator.post<{ project: { id: string } }>('/my/projects', { name: 'second', workspace_id: 'workspace-2' })
    const again = await operator.post<{ project: { id: string } }>('/my/projects', {
      name: 'same folder, other name',
      workspace_id: 'workspace-2',
    })
    expect(again.project.id).toBe(project.id)
    const twin = await operator.post<{ project: { id: string } }>('/my/projects', { name: 'second', workspace_id: 'workspace-3' })
    expect(twin.project.id).not.toBe(project.id)
    const { projects } = await operator.get<{ projects: { id: string }[] }>('/my/projects')
    expect(projects.map(({ id }) => id)).toEqual(expect.arrayContaining([project.id, twin.project.id, world().projectId]))
    expect((await operator.request('PATCH', `/my/projects/${project.id}`, { body: { name: 'renamed' } })).body).toMatchObject({
      project: { name: 'renamed' },
    })
    await operator.delete(`/my/projects/${project.id}`)
    expect((await operator.request('GET', `/my/projects/${project.id}`)).status).toBe(404)
  },
)

scenario('bad bodies are refused', { verifies: ['rest.malformed', 'rest.json-only', 'limits.message'] }, async () => {
  const post = (content: string, type = 'application/json') =>
    world().agent.request('POST', '/my/tools/execute', { raw: { content, type } })
  for (const content of [
    '{',
    '[]',
    '"x"',
    '{"tool_name": 1, "tool_params": {}}',
    '{"tool_name": "read_file"}',
    '{"tool_name": "read_file", "tool_params": {}, "x": 1}',
  ]) {
    expect((await post(content)).status, content).toBe(400)
  }
  expect((await post('tool_name=x', 'application/x-www-form-urlencoded')).status).toBe(415)
  expect((await post('{}', 'text/html')).status).toBe(415)
  expect((await post(JSON.stringify({ ...read, tool_params: { path: 'x'.repeat(1024 * 1024) } }))).status).toBe(413)
})

scenario('a verdict can be asked without making the call', { verifies: ['rest.policy-check'] }, async () => {
  const check = (tool_name: string, tool_params: object) =>
    world().agent.post<object>(`/my/projects/${world().projectId}/policy/check`, { tool_name, tool_params })
  expect(await check('read_file', { path: 'README.md' })).toMatchObject({ decision: 'allow', risk: 'LOW' })
  expect(await check('write_file', { path: 'a.sh', content: '' })).toMatchObject({
    decision: 'ask',
    risk: 'HIGH',
    reasons: [expect.any(String)],
  })
  expect(await check('execute_command', { command: 'rm' })).toMatchObject({ decision: 'deny', code: 'COMMAND_NOT_ALLOWED' })
})

scenario(
  'parameters that look like secrets are masked in the record, and the runner gets them whole',
  { verifies: ['records.masked-parameters', 'records.raw-apart', 'records.content-unmasked', 'records.masked-result'] },
  async () => {
    const secret = `ghp_${'0123456789abcdefghijklmnopqrstuvwxyz'}`
    const content = `token = ${secret}\n`
    await using reader = await world().events()
    const { view } = await callAndApprove(world(), 'write_file', { path: 'notes/token.md', content })
    expect(await world().workspace.read('notes/token.md')).toBe(content)
    const back = await world().agent.call('read_file', { path: 'notes/token.md' })
    expect((back.result as { content: string }).content).toBe(content)
    await reader.next('tool.status', ({ tool_id, status }) => tool_id === back.tool_id && status === 'completed')
    expect(JSON.stringify(reader.events)).not.toContain(secret)
    for (const id of [view.tool_id, back.tool_id])
      expect(JSON.stringify(await world().operator.get(`/my/tools/${id}`))).not.toContain(secret)
    const audit = await createApi(world().url, await world().createToken({ roles: ['admin'] })).get<object>('/my/audit?limit=200')
    expect(JSON.stringify(audit)).not.toContain(secret)
  },
)
