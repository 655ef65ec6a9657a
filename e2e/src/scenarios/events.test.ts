// The event stream: format, order, resuming, who sees what.
import { execFileSync } from 'node:child_process'
import { expect } from 'vitest'
import { eventually } from '../../../packages/test-kit/src/wait.ts'
import { scenario } from '../scenario.ts'
import { createApi } from '../world/clients/api.ts'
import { readEvents } from '../world/clients/event-reader.ts'
import { createAgent } from '../world/clients/people.ts'
import { callAndApprove, sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld()

scenario(
  'events have a name, the object itself and a growing id',
  { verifies: ['events.form', 'events.status', 'events.result-ack', 'log.every-transition'] },
  async () => {
    await using reader = await world().events()
    expect(reader.headers.get('content-type')).toContain('text/event-stream')
    const { asked } = await callAndApprove(world(), 'write_file', { path: 'told.md', content: 'x\n' })
    await reader.next('tool.result_ack', ({ tool_id }) => tool_id === asked.tool_id)
    const told = reader.events.filter(({ data }) => data.tool_id === asked.tool_id)
    expect(told.map(({ type, data }) => (type === 'tool.status' ? `${type} ${data.status}` : type))).toEqual([
      'tool.approval_request',
      'tool.approval_resolved',
      'tool.status executing',
      'tool.status completed',
      'tool.result_ack',
    ])
    const ids = told.map(({ id }) => id as number)
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
    expect(told.at(-1)?.data).toMatchObject({ status: 'received', timestamp: expect.stringMatching(/Z$/) })
  },
)

scenario('a reader comes back behind the last event it had', { verifies: ['events.resume', 'events.after'] }, async () => {
  await using first = await world().events({ after: 0 })
  await world().agent.call('read_file', { path: 'README.md' })
  const head = await eventually('events', () => first.events.filter(({ id }) => id !== null).at(-1))
  for (let i = 0; i < 5; i++) await world().agent.call('read_file', { path: 'README.md' })
  const last = await world().agent.call('list_directory', { path: '.' })
  const finish = (data: Record<string, unknown>) => data.tool_id === last.tool_id
  await first.next('tool.result_ack', finish)
  const expected = first.events.filter(({ id }) => id !== null && id > (head.id as number)).map(({ id }) => id)
  for (const options of [{ lastEventId: head.id as number }, { after: head.id as number }]) {
    await using second = await world().events(options)
    await second.next('tool.result_ack', finish)
    expect(second.events.map(({ id }) => id).slice(0, expected.length)).toEqual(expected)
  }
})

scenario('a stream cut at random again and again loses and repeats nothing', { verifies: ['events.no-loss'], seconds: 400 }, async () => {
  const { operator, agent, projectId } = world()
  const seen: number[] = []
  let cuts = 0
  const call = async () => {
    while (cuts < 200) await agent.call('execute_command', { command: 'rm' }, { wait_seconds: 0 })
  }
  const calling = Promise.all([call(), call(), call(), call()])
  for (; cuts < 200; cuts++) {
    const options = { lastEventId: seen.at(-1) ?? 0, maxBytes: 1 + Math.floor(Math.random() * 900) }
    await using reader = await readEvents(operator, projectId, options)
    await reader.closed
    seen.push(...reader.events.flatMap(({ id }) => id ?? []))
  }
  await calling
  await using whole = await world().events({ after: 0 })
  await eventually('the whole log', () => whole.events.some(({ id }) => id === seen.at(-1)))
  expect(seen).toEqual(whole.events.flatMap(({ id }) => id ?? []).slice(0, seen.length))
})

scenario(
  'a runner sees what it may run and nothing else',
  {
    verifies: [
      'access.runner-stream',
      'events.execution-signal',
      'events.preview-request',
      'clearance.content',
      'executions.needs-clearance',
    ],
  },
  async () => {
    const runner = createApi(world().url, world().tokens.runner)
    await using reader = await readEvents(runner, world().projectId)
    await using window = await world().events()
    const { asked } = await callAndApprove(world(), 'write_file', { path: 'signal.md', content: 'x\n' })
    const { data } = await reader.next('tool.execution_signal', ({ tool_id }) => tool_id === asked.tool_id)
    expect(data).toMatchObject({
      attempt_id: expect.any(String),
      tool_name: 'write_file',
      tool_params: { path: 'signal.md', content: 'x\n' },
      digest: expect.any(String),
      timestamp: expect.any(String),
    })
    const claims = JSON.parse(Buffer.from(String(data.clearance).split('.')[1] ?? '', 'base64url').toString())
    expect(claims).toMatchObject({
      execution_id: asked.tool_id,
      attempt_id: data.attempt_id,
      call_digest: data.digest,
      base_digests: { 'signal.md': null },
      risk: 'MEDIUM',
      network: false,
      by: { kind: 'person', approval_id: asked.approval_id },
      policy_version: expect.any(String),
      exp: expect.any(Number),
    })
    await reader.next('tool.preview_request', ({ tool_id }) => tool_id === asked.tool_id)
    await reader.next('tool.result_ack', ({ tool_id }) => tool_id === asked.tool_id)
    const allowed = ['tool.preview_request', 'tool.execution_signal', 'tool.cancel', 'tool.result_ack', 'reset']
    expect(reader.events.filter(({ type }) => !allowed.includes(type))).toEqual([])
    await window.next('tool.result_ack', ({ tool_id }) => tool_id === asked.tool_id)
    expect(window.events.some(({ type, data: seen }) => type === 'tool.execution_signal' || 'clearance' in seen)).toBe(false)
  },
)

const isAbout = (path: string) => (data: Record<string, unknown>) => (data.paths as string[]).includes(path)

scenario(
  'what changes in the workspace is told, whether a call, a command or somebody else changed it',
  { verifies: ['events.files-changed'] },
  async () => {
    const { workspace } = world()
    await using reader = await world().events()
    // Watching begins a moment after the runner has said hello.
    await eventually('the news of a change from outside', async () => {
      await workspace.write('src/made-outside.py', 'x\n')
      return reader.events.some(({ type, data }) => type === 'files.changed' && isAbout('src/made-outside.py')(data)) || undefined
    })
    await callAndApprove(world(), 'write_file', { path: 'made-by-call.md', content: 'x\n' })
    await reader.next('files.changed', isAbout('made-by-call.md'))
    await callAndApprove(world(), 'execute_command', { command: 'node', args: ['count.mjs'] })
    await reader.next('files.changed', isAbout('count.txt'))
    expect(reader.events.filter(({ type, data }) => type === 'files.changed' && JSON.stringify(data).includes('.tmp'))).toEqual([])
  },
)

scenario(
  'looking at files and at git changes nothing, so that a page may look again whenever it is told',
  { verifies: ['events.files-changed'] },
  async () => {
    const { workspace, url, tokens, projectId } = world()
    execFileSync('git', ['init', '-q'], { cwd: workspace.path })
    const operator = createAgent(url, tokens.operator, projectId)
    await using reader = await world().events()
    const isTold = (path: string) => reader.events.some(({ type, data }) => type === 'files.changed' && isAbout(path)(data))
    await eventually('the news of git', async () => {
      await workspace.write('.git/description', 'x')
      return isTold('.git') || undefined
    })
    // By now every pending report about git has been sent.
    await workspace.write('before-looking.md', 'x')
    await reader.next('files.changed', isAbout('before-looking.md'))
    await using later = await world().events()
    expect(await operator.call('git.status', {})).toMatchObject({ status: 'completed' })
    expect(await operator.call('list_directory', { path: '.', ignored: true, pattern: '{*,.*}' })).toMatchObject({ status: 'completed' })
    await workspace.write('after-looking.md', 'x')
    await later.next('files.changed', isAbout('after-looking.md'))
    const told = later.events.flatMap(({ type, data }) => (type === 'files.changed' ? (data.paths as string[]) : []))
    expect(told.filter((path) => path !== 'before-looking.md' && path !== 'after-looking.md')).toEqual([])
  },
)

scenario('changed paths are told', { verifies: ['events.files-changed', 'rest.runner-presence'] }, async () => {
  await using reader = await world().events()
  const runner = createApi(world().url, world().tokens.runner)
  await runner.post(`/my/projects/${world().projectId}/runner/files-changed`, { paths: ['src/main.py'] })
  await reader.next('files.changed', isAbout('src/main.py'))
})
