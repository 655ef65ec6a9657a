import { parsePolicy } from '@countersign/policy'
import { Failure, type Session, sentence } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { claimsOf, createWorld, principal } from '../../test/world.ts'

describe('a request', () => {
  test('that is LOW goes to the runner at once, with a clearance that names the rule', async () => {
    const world = await createWorld()
    await world.hello()
    const execution = await world.call('read_file', { path: 'README.md' })
    expect(execution).toMatchObject({ status: 'executing', risk_level: 'LOW', requires_approval: false, runner_id: world.runnerId })
    expect(claimsOf(execution.clearance)).toMatchObject({
      execution_id: execution.id,
      attempt_id: execution.attempt_id,
      call_digest: execution.call_digest,
      risk: 'LOW',
      by: { kind: 'rule', rule: 'risk:LOW' },
    })
  })

  test('that is LOW is asked where the agent wants it, whatever a grant covers', async () => {
    const world = await createWorld()
    await world.hello()
    const request = { tool_name: 'read_file', tool_params: { path: 'README.md' }, always_ask: true }
    const execution = await world.engine.request(world.agent, world.project, request)
    expect(execution).toMatchObject({ status: 'awaiting_approval', risk_level: 'LOW', requires_approval: true })
  })

  test('that its channel does not carry is on record as refused', async () => {
    const world = await createWorld()
    const request = {
      tool_name: 'read_file',
      tool_params: { path: 'a' },
      refusal: new Failure('FILE_TOO_LARGE', { subject: sentence('text', { text: 'here' }) }),
    }
    const execution = await world.engine.request(world.agent, world.project, request)
    expect(execution).toMatchObject({ status: 'failed', error_type: 'FILE_TOO_LARGE', error: 'File too large: here' })
  })

  test('to move what its name calls a file is HIGH where the runner sees a folder', async () => {
    const world = await createWorld()
    await world.hello()
    const paths = { 'next.js': 'next.js', 'old.js': 'old.js' }
    const shown = {
      preview: { kind: 'text' as const, text: 'x' },
      base_digests: { 'next.js': null, 'old.js': null },
      resolved_paths: paths,
    }
    const move = () => world.call('move_file', { from: 'next.js', to: 'old.js' })
    const [file, folder] = [await move(), await move()]
    expect(await world.engine.receivePreview(file, shown)).toMatchObject({ status: 'awaiting_approval', risk_level: 'MEDIUM' })
    const seen = await world.engine.receivePreview(folder, { ...shown, folders: ['next.js'] })
    expect(seen).toMatchObject({ status: 'awaiting_approval', risk_level: 'HIGH' })
  })

  test('leaves one row in the log that names every transition', async () => {
    const world = await createWorld()
    await world.hello()
    await world.call('read_file', { path: 'README.md' })
    const signals = (await world.events()).filter(({ type }) => type.startsWith('tool.'))
    expect(signals).toHaveLength(1)
    expect(signals[0]).toMatchObject({
      type: 'tool.execution_signal',
      moves: ['call.requested', 'approval.waived', 'execution.dispatched'],
    })
    expect(JSON.stringify(signals)).not.toContain('clearance')
  })

  test.each([
    ['nothing', {}, 'TOOL_NOT_FOUND', 'Tool not found: nothing'],
    ['read_file', { path: '../x' }, 'PATH_OUTSIDE_WORKSPACE', 'Path outside workspace'],
    ['read_file', { path: '.env' }, 'SENSITIVE_FILE', 'Sensitive file'],
    ['read_file', { path: 'a', extra: 1 }, 'INVALID_ARGUMENTS', 'Invalid arguments'],
    ['read_file', {}, 'INVALID_ARGUMENTS', 'path'],
    ['execute_command', { command: 'rm', args: ['-rf', '/'] }, 'COMMAND_NOT_ALLOWED', 'Command not allowed: rm'],
    ['write_file', { path: 'a.exe', content: '' }, 'PERMISSION_DENIED', 'File type not allowed'],
  ])('%s %j is refused and on record as failed', async (tool, params, code, words) => {
    const world = await createWorld()
    await world.hello()
    const execution = await world.call(tool, params)
    expect(execution).toMatchObject({ status: 'failed', error_type: code })
    expect(execution.error).toContain(words)
    expect(await world.execution(execution.id)).toEqual(execution)
    expect((await world.events()).at(-1)).toMatchObject({ type: 'tool.status', status: 'failed', error_code: code })
  })

  test('answers to a tool by its alias and records the canonical name', async () => {
    const world = await createWorld()
    await world.hello()
    expect(await world.call('tool_read_file', { path: 'README.md' })).toMatchObject({ tool_name: 'read_file', status: 'executing' })
  })

  test('with the same call_id in a session is the same execution', async () => {
    const world = await createWorld()
    await world.hello()
    const first = await world.call('read_file', { path: 'README.md' }, { call_id: 'one' })
    const again = await world.call('read_file', { path: 'README.md' }, { call_id: 'one' })
    expect(again.id).toBe(first.id)
    expect((await world.events()).filter(({ type }) => type === 'tool.execution_signal')).toHaveLength(1)
    await expect(world.call('read_file', { path: 'other.md' }, { call_id: 'one' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' })
  })

  test('waits as approved without a runner, and fails as RUNNER_OFFLINE after a while', async () => {
    const world = await createWorld({ settings: { runner_wait_seconds: 10 } })
    const execution = await world.call('read_file', { path: 'README.md' })
    expect(execution).toMatchObject({ status: 'approved', cleared_by: { kind: 'rule' } })
    await world.pass(9)
    expect((await world.execution(execution.id)).status).toBe('approved')
    await world.pass(2)
    expect(await world.execution(execution.id)).toMatchObject({ status: 'failed', error_type: 'RUNNER_OFFLINE' })
  })

  test('of a command is never LOW where the runner has no sandbox', async () => {
    const world = await createWorld()
    await world.hello([], 'none')
    expect(await world.call('execute_command', { command: 'ls' })).toMatchObject({ status: 'awaiting_approval', risk_level: 'MEDIUM' })
    expect(await world.call('read_file', { path: 'README.md' })).toMatchObject({ status: 'executing', risk_level: 'LOW' })
  })

  test('keeps secrets out of the record and the log, and hands them to the runner', async () => {
    const world = await createWorld()
    await world.hello()
    const secret = `ghp_${'A1b2C3d4E5f6'.repeat(3)}`
    const execution = await world.call('write_file', { path: 'a.md', content: `token ${secret}` })
    expect(execution.params_masked).toBe(true)
    expect(JSON.stringify([await world.execution(execution.id), await world.events()])).not.toContain(secret)
    const { rawParams } = await import('../executions/record.ts')
    expect(await rawParams(world.core, execution)).toEqual({ path: 'a.md', content: `token ${secret}` })
  })

  test('that refers to a body which was never stored is refused', async () => {
    const world = await createWorld()
    const call = world.call('write_file', { path: 'a.md', content: { $body: 'a'.repeat(64) } })
    await expect(call).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' })
  })

  test('by reference is judged like any other', async () => {
    const world = await createWorld()
    await world.hello()
    const sha = await world.core.bodies.put(world.project.id, new TextEncoder().encode('long'))
    expect(await world.call('write_file', { path: 'a.md', content: { $body: sha } })).toMatchObject({
      status: 'pending',
      risk_level: 'MEDIUM',
    })
    expect(await world.call('write_file', { path: '../a.md', content: { $body: sha } })).toMatchObject({ status: 'failed' })
  })

  test('beyond 64 waiting in a session is refused as TOO_MANY_PENDING', async () => {
    const world = await createWorld()
    await world.hello()
    for (let i = 0; i < 64; i++)
      expect((await world.call('execute_command', { command: 'npm', args: ['test'] })).status).toBe('awaiting_approval')
    expect(await world.call('execute_command', { command: 'npm', args: ['test'] })).toMatchObject({
      status: 'failed',
      error_type: 'TOO_MANY_PENDING',
    })
  })

  test('of the operator is cleared as the own act, commands only where allowed', async () => {
    const world = await createWorld()
    await world.hello()
    const save = { tool_name: 'write_file', tool_params: { path: 'a.md', content: 'x' } }
    const run = { tool_name: 'execute_command', tool_params: { command: 'npm', args: ['test'] } }
    expect(await world.engine.request(world.operator, world.project, save)).toMatchObject({
      status: 'executing',
      cleared_by: { kind: 'person', user_id: 'ada' },
    })
    expect(await world.engine.request(world.operator, world.project, run)).toMatchObject({ status: 'failed', error_type: 'FORBIDDEN' })
    const commit = { tool_name: 'git.commit', tool_params: { message: 'x' } }
    expect(await world.engine.request(world.operator, world.project, commit)).toMatchObject({ status: 'failed', error_type: 'FORBIDDEN' })
    const list = { tool_name: 'git.branch', tool_params: { action: 'list' } }
    expect(await world.engine.request(world.operator, world.project, list)).toMatchObject({ status: 'executing' })
    const open = await createWorld({ settings: { allow_operator_calls: true } })
    await open.hello()
    expect(await open.engine.request(open.operator, open.project, run)).toMatchObject({ status: 'executing' })
  })

  test('of the operator binds what its editor had loaded; an agent may not say what it expects', async () => {
    const world = await createWorld()
    await world.hello()
    const base_digests = { 'a.md': 'a'.repeat(64) }
    const save = { tool_name: 'write_file', tool_params: { path: 'a.md', content: 'x' }, base_digests }
    const saved = await world.engine.request(world.operator, world.project, save)
    expect(saved).toMatchObject({ status: 'executing', base_digests })
    expect(claimsOf(saved.clearance)).toMatchObject({ base_digests, by: { kind: 'person' } })
    await expect(world.engine.request(world.agent, world.project, save)).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' })
  })

  test("in a session of another agent makes one of the caller's own, as any name does", async () => {
    const world = await createWorld()
    const session = await world.engine.openSession(world.agent, world.project, { title: 'mine' })
    const other = principal(['agent'], 'other')
    const call = { tool_name: 'read_file', tool_params: { path: 'a' } }
    const named = (session_id: string) => world.engine.request(other, world.project, { ...call, session_id })
    const [foreign, again, unknown] = [await named(session.id), await named(session.id), await named('chat 7')]
    expect(foreign).toMatchObject({ agent: 'other', session_id: again.session_id })
    expect(new Set([session.id, foreign.session_id, unknown.session_id]).size).toBe(3)
  })

  test('names a session again after it has ended, and that is a new one', async () => {
    const world = await createWorld()
    const call = { tool_name: 'read_file', tool_params: { path: 'a' }, session_id: 'chat 7' }
    const first = await world.engine.request(world.agent, world.project, call)
    const session = await world.store.read((tx) => tx.sessions.get(first.session_id))
    expect(session?.title).toBe('chat 7')
    await world.engine.endSession(session as Session)
    const second = await world.engine.request(world.agent, world.project, call)
    expect(second.session_id).not.toBe(first.session_id)
    expect((await world.engine.request(world.agent, world.project, call)).session_id).toBe(second.session_id)
  })
})

describe('rules of the policy file', () => {
  const POLICY = parsePolicy(`
version = "7"
[[rule]]
name = "docs"
do = "allow"
tools = ["write_file"]
paths = ["docs/**"]
why = "documentation cannot break the build"
examples.match = [{ tool = "write_file", path = "docs/a.md" }]
examples.no_match = [{ tool = "write_file", path = "src/a.md" }]
[[rule]]
name = "no pushing"
do = "deny"
commands = ["git push"]
why = "releases are made by people"
examples.match = [{ tool = "execute_command", command = "git push" }]
examples.no_match = [{ tool = "execute_command", command = "git pull" }]
[[rule]]
name = "look twice"
do = "ask"
paths = ["plans/**"]
why = "plans are private"
examples.match = [{ tool = "read_file", path = "plans/a.md" }]
examples.no_match = [{ tool = "read_file", path = "a.md" }]
[[command]]
name = "make"
risk = "MEDIUM"
why = "our build"
`)
  const start = async () => {
    const world = await createWorld({ policy: POLICY })
    await world.hello()
    return world
  }

  test('allow clears MEDIUM by the name of the rule, never HIGH', async () => {
    const world = await start()
    const cleared = await world.call('write_file', { path: 'docs/a.md', content: '' })
    expect(cleared).toMatchObject({ status: 'executing', cleared_by: { kind: 'rule', rule: 'docs' } })
    expect(claimsOf(cleared.clearance)).toMatchObject({ policy_version: expect.stringMatching(/^7\+/) })
    expect(await world.call('write_file', { path: 'docs/a.sh', content: '' })).toMatchObject({ status: 'pending', risk_level: 'HIGH' })
  })

  test('a path allows nothing where the runner cannot tell what names lead to', async () => {
    const world = await createWorld({ policy: POLICY })
    await world.engine.joinPlain(world.project)
    expect(await world.call('write_file', { path: 'docs/a.md', content: '' })).toMatchObject({ status: 'awaiting_approval' })
  })

  test('deny refuses with its why, and beats a grant', async () => {
    const world = await start()
    const refused = await world.call('execute_command', { command: 'git', args: ['push'] })
    expect(refused).toMatchObject({ status: 'failed', error_type: 'POLICY_DENIED' })
    expect(refused.error).toContain('releases are made by people')
  })

  test('ask asks even for what is LOW, with its reason', async () => {
    const world = await start()
    const asked = await world.call('read_file', { path: 'plans/a.md' })
    expect(asked).toMatchObject({ status: 'awaiting_approval', risk_level: 'LOW' })
    expect(asked.reasons.join()).toContain('plans are private')
    await world.engine.decide(world.operator, await world.approvalOf(asked), {
      decision: 'approved',
      scope: 'session',
      cover_high: true,
      stop: false,
    })
    expect(await world.call('read_file', { path: 'plans/b.md' })).toMatchObject({ status: 'awaiting_approval' })
  })

  test('an added command is asked, never LOW', async () => {
    const world = await start()
    expect(await world.call('execute_command', { command: 'make' })).toMatchObject({ status: 'awaiting_approval', risk_level: 'MEDIUM' })
  })
})
