// Without a runner calls wait; with one they continue. And the runner's side of the interface, with hand-written requests.
import { digestOf, type HelloView, type RunnerCallView } from '@countersign/protocol'
import { expect } from 'vitest'
import { newId } from '../../../packages/test-kit/src/ids.ts'
import { scenario } from '../scenario.ts'
import { type Api, createApi } from '../world/clients/api.ts'
import { sharedWorld } from '../world/shared-world.ts'
import { startWorld, type World } from '../world/world.ts'

const world = sharedWorld({ runner: 'none', serve: ['--runner-wait-seconds', '60', '--lease-seconds', '1'] })

const hello = (runner_id: string) => ({
  runner_id,
  protocol_version: 1,
  tools: ['read_file', 'write_file'],
  isolation: 'none',
  platform: 'by hand',
  workspace: '/somewhere',
  attempts: [],
})

const runnerOf = ({ url, tokens }: World): Api => createApi(url, tokens.runner)
const runnerPath = () => `/my/projects/${world().projectId}/runner`

scenario('paths are refused by their words alone', { verifies: ['paths.server-checks-words'] }, async () => {
  expect(await world().agent.call('read_file', { path: '../x' })).toMatchObject({ status: 'failed', error_code: 'PATH_OUTSIDE_WORKSPACE' })
  expect(await world().agent.call('read_file', { path: '.env' })).toMatchObject({ status: 'failed', error_code: 'SENSITIVE_FILE' })
})

scenario(
  'one runner holds the lease while its heart beats, a second stands by',
  { verifies: ['runner.lease', 'runner.heartbeat', 'runner.hello', 'rest.runner-presence', 'events.runner'] },
  async () => {
    const runner = runnerOf(world())
    const [first, second] = [newId(), newId()]
    await using reader = await world().events()
    const view = await runner.post<HelloView>(`${runnerPath()}/hello`, hello(first))
    expect(view).toMatchObject({ success: true, holds_lease: true, lease_seconds: 1, clearance_key: { kty: 'OKP', crv: 'Ed25519' } })
    await reader.next('runner.online', ({ runner_id }) => runner_id === first)
    expect(await runner.post(`${runnerPath()}/hello`, hello(second))).toMatchObject({ holds_lease: false })
    expect(await runner.post(`${runnerPath()}/heartbeat`, { runner_id: first })).toMatchObject({ holds_lease: true })
    expect(await runner.post(`${runnerPath()}/heartbeat`, { runner_id: second })).toMatchObject({ holds_lease: false })
    await reader.next('runner.offline', ({ runner_id }) => runner_id === first)
    expect(await runner.post(`${runnerPath()}/hello`, hello(second))).toMatchObject({ holds_lease: true })
    await reader.next('runner.offline', ({ runner_id }) => runner_id === second)
    const other = await runner.request('POST', `${runnerPath()}/hello`, { body: { ...hello(first), protocol_version: 99 } })
    expect(other.status).toBe(400)
  },
)

scenario(
  'a file change waits for its preview, what is cleared waits for the runner',
  {
    verifies: [
      'executions.waits-for-preview',
      'executions.waits-approved',
      'executions.says-waiting',
      'approvals.time-starts',
      'rest.runner-call',
      'rest.runner-preview',
    ],
  },
  async () => {
    const { agent, operator, projectId } = world()
    const runner = runnerOf(world())
    const write = await agent.call('write_file', { path: 'a.md', content: 'x\n' }, { wait_seconds: 0 })
    expect(await operator.get(`/my/tools/${write.tool_id}`)).toMatchObject({ status: 'pending', waiting_for_runner: true })
    const read = await agent.call('read_file', { path: 'README.md' }, { wait_seconds: 0 })
    expect(await operator.get(`/my/tools/${read.tool_id}`)).toMatchObject({ status: 'approved', waiting_for_runner: true })
    const { waiting } = await runner.post<HelloView>(`${runnerPath()}/hello`, hello(newId()))
    expect(waiting).toContainEqual({ tool_id: write.tool_id, kind: 'preview' })
    const asked = new Date().toISOString()
    const tool = `/my/projects/${projectId}/tools/${write.tool_id}`
    expect(await runner.get<RunnerCallView>(`${tool}/call`)).toMatchObject({
      tool_params: { path: 'a.md', content: 'x\n' },
      status: 'pending',
      clearance: null,
    })
    const files = [{ path: 'a.md', change: 'modify', diff: '-old\n+x\n', size_before: 4, size_after: 2 }]
    await runner.post(`${tool}/preview`, {
      preview: { kind: 'diff', files },
      base_digests: { 'a.md': digestOf('old\n') },
      resolved_paths: { 'a.md': 'a.md' },
    })
    const { approval_id } = await agent.see(write.tool_id)
    const approval = await operator.approval(approval_id as string)
    expect(approval).toMatchObject({ preview: { kind: 'diff', files }, base_digests: { 'a.md': digestOf('old\n') } })
    expect(approval.created_at >= asked).toBe(true)
    expect(Date.parse(approval.expires_at) - Date.parse(approval.created_at)).toBe(300_000)
    await operator.post(`${tool}/cancel`)
  },
)

scenario('after the wait a call fails as RUNNER_OFFLINE', { verifies: ['executions.runner-offline'] }, async () => {
  await using alone = await startWorld({ runner: 'none', serve: ['--runner-wait-seconds', '1'] })
  for (const [tool, params] of [
    ['read_file', { path: 'README.md' }],
    ['write_file', { path: 'a.md', content: 'x' }],
  ] as const) {
    const { tool_id } = await alone.agent.call(tool, params, { wait_seconds: 0 })
    expect(await alone.agent.end(tool_id)).toMatchObject({ status: 'failed', error_code: 'RUNNER_OFFLINE' })
  }
})

scenario('60 s before the end of an approval there is a warning', { verifies: ['approvals.warning'] }, async () => {
  await using soon = await startWorld({ serve: ['--approval-seconds', '61'] })
  await using reader = await soon.events()
  const asked = await soon.agent.call('write_file', { path: 'a.md', content: 'x\n' })
  const { data } = await reader.next('tool.approval_warning', ({ tool_id }) => tool_id === asked.tool_id)
  expect(data).toMatchObject({ approval_id: asked.approval_id, expires_at: expect.stringMatching(/Z$/) })
})
