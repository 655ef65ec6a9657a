import type { AttemptId, RunnerId } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { createWorld, type World, YES } from '../../test/world.ts'

const attempt = (execution: { id: unknown; attempt_id: unknown }, state: 'running' | 'interrupted' | 'finished') =>
  ({ tool_id: execution.id, attempt_id: execution.attempt_id as AttemptId, state }) as never

async function runningCommand(world: World) {
  const asked = await world.call('execute_command', { command: 'npm', args: ['test'] })
  await world.engine.decide(world.operator, await world.approvalOf(asked), YES)
  return world.execution(asked.id)
}

describe('hello', () => {
  test('sends an attempt again that this runner never saw', async () => {
    const world = await createWorld()
    await world.hello()
    const execution = await runningCommand(world)
    const reply = await world.hello([])
    expect(reply.waiting).toEqual([{ tool_id: execution.id, kind: 'execute' }])
    expect((await world.execution(execution.id)).attempt_id).toBe(execution.attempt_id)
  })

  test('calls an attempt lost that began and has no result', async () => {
    const world = await createWorld()
    await world.hello()
    const execution = await runningCommand(world)
    expect((await world.hello([attempt(execution, 'interrupted')])).waiting).toEqual([])
    expect(await world.execution(execution.id)).toMatchObject({ status: 'failed', error_type: 'RUNNER_LOST' })
    expect((await world.execution(execution.id)).error).toContain('outcome unknown')
  })

  test('leaves alone what still runs or waits in the outbox', async () => {
    const world = await createWorld()
    await world.hello()
    const one = await runningCommand(world)
    const two = await runningCommand(world)
    const reply = await world.hello([attempt(one, 'running'), attempt(two, 'finished')])
    expect(reply.waiting).toEqual([])
    expect(reply.attempts.map(({ status }) => status)).toEqual(['executing', 'executing'])
  })

  test('of another runner after the lease ran out repeats reads and loses what is not idempotent', async () => {
    const world = await createWorld({ settings: { lease_seconds: 10 } })
    await world.hello()
    const read = await world.call('read_file', { path: 'README.md' })
    const command = await runningCommand(world)
    await world.pass(11)
    const other = '019b76da-a800-7845-b1e2-5e3e1e23944d' as RunnerId
    const reply = await world.hello([], 'sandbox', other)
    expect(reply).toMatchObject({ holds_lease: true, waiting: [{ tool_id: read.id, kind: 'execute' }] })
    expect(await world.execution(command.id)).toMatchObject({ error_type: 'RUNNER_LOST' })
  })

  test('while another holds the lease means standing by', async () => {
    const world = await createWorld()
    await world.hello()
    const other = '019b76da-a800-7845-b1e2-5e3e1e23944d' as RunnerId
    expect(await world.hello([], 'sandbox', other)).toMatchObject({ holds_lease: false, waiting: [] })
    expect(await world.engine.renewLease(world.project, other)).toBe(false)
    expect(await world.engine.renewLease(world.project, world.runnerId)).toBe(true)
  })

  test('brings what waited: approved calls are sent, previews are asked for', async () => {
    const world = await createWorld()
    const read = await world.call('read_file', { path: 'README.md' })
    const write = await world.call('write_file', { path: 'a.md', content: 'x' })
    const reply = await world.hello()
    expect((await world.execution(read.id)).status).toBe('executing')
    expect(reply.waiting).toEqual([{ tool_id: write.id, kind: 'preview' }])
  })

  test('in another version of the protocol is refused in words', async () => {
    const world = await createWorld()
    const hello = {
      runner_id: world.runnerId,
      protocol_version: 99,
      tools: [],
      isolation: 'none',
      platform: 'x',
      workspace: '/',
      attempts: [],
    } as const
    await expect(world.engine.hello(world.project, { ...hello, tools: [], attempts: [], processes: [] })).rejects.toThrow(/protocol 99/)
  })
})

describe('a runner that vanishes', () => {
  test('is announced, and what it ran is lost after the wait', async () => {
    const world = await createWorld({ settings: { lease_seconds: 10, runner_wait_seconds: 20 } })
    await world.hello()
    const execution = await runningCommand(world)
    await world.pass(11)
    expect((await world.events()).at(-1)).toMatchObject({ type: 'runner.offline' })
    expect((await world.execution(execution.id)).status).toBe('executing')
    await world.pass(21)
    expect(await world.execution(execution.id)).toMatchObject({ status: 'failed', error_type: 'RUNNER_LOST' })
  })

  test('as a plain client gives the lease back when its stream closes', async () => {
    const world = await createWorld()
    const plain = await world.engine.joinPlain(world.project)
    expect(plain).toBeDefined()
    expect(await world.engine.joinPlain(world.project)).toBeUndefined()
    expect(await world.call('execute_command', { command: 'ls' })).toMatchObject({ status: 'awaiting_approval' })
    await world.engine.releaseLease(world.project.id, plain as RunnerId)
    expect((await world.events()).at(-1)).toMatchObject({ type: 'runner.offline' })
    expect(await world.hello()).toMatchObject({ holds_lease: true })
  })
})

describe('a session', () => {
  test('that is silent for two hours ends, with its questions and grants', async () => {
    const world = await createWorld({ settings: { approval_seconds: { MEDIUM: 3600, HIGH: 3600 }, lease_seconds: 600 } })
    await world.hello()
    const asked = await world.call('execute_command', { command: 'npm', args: ['test'] })
    await world.engine.decide(world.operator, await world.approvalOf(asked), { ...YES, scope: 'session' })
    await world.pass(119 * 60)
    const session = await world.store.transact((tx) => tx.sessions.get(asked.session_id))
    expect(session?.ended_at).toBeNull()
    await world.pass(2 * 60)
    expect((await world.store.transact((tx) => tx.sessions.get(asked.session_id)))?.ended_at).not.toBeNull()
    expect((await world.events()).filter(({ type }) => type === 'grant.revoked')).toHaveLength(1)
    const call = world.call('read_file', { path: 'README.md' }, { session_id: asked.session_id })
    await expect(call).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a plain client', () => {
  test('is asked about a file change without a preview, since it makes none', async () => {
    const world = await createWorld()
    const early = await world.call('write_file', { path: 'a.md', content: 'x' })
    await world.engine.joinPlain(world.project)
    expect((await world.execution(early.id)).status).toBe('awaiting_approval')
    const later = await world.call('write_file', { path: 'b.md', content: 'x' })
    expect(later).toMatchObject({ status: 'awaiting_approval' })
    expect(await world.approvalOf(later)).toMatchObject({ preview: null, tool_params: { path: 'b.md', content: 'x' } })
  })
})

describe('what a runner offers', () => {
  const helloWith = (world: World, more: { tools: string[]; read_only?: boolean }) =>
    world.engine.hello(world.project, {
      runner_id: world.runnerId,
      protocol_version: 1,
      isolation: 'sandbox',
      platform: 'test',
      workspace: '/w',
      attempts: [],
      processes: [],
      ...more,
    })

  test('decides at once about calls that only an editor answers', async () => {
    const world = await createWorld()
    const refused = { status: 'failed', error_type: 'TOOL_NOT_FOUND', error: expect.stringContaining('open the workspace in an editor') }
    expect(await world.call('ide.symbols', { path: 'a.ts' })).toMatchObject(refused)
    await helloWith(world, { tools: ['read_file'] })
    expect(await world.call('ide.symbols', { path: 'a.ts' })).toMatchObject(refused)
    await helloWith(world, { tools: ['read_file', 'ide.symbols'] })
    expect(await world.call('ide.symbols', { path: 'a.ts' })).toMatchObject({ status: 'executing', risk_level: 'LOW' })
  })

  test('in a folder that is not trusted is reading; other calls are refused in words, until it is trusted', async () => {
    const world = await createWorld()
    await helloWith(world, { tools: ['read_file'], read_only: true })
    expect(await world.call('read_file', { path: 'a.ts' })).toMatchObject({ status: 'executing' })
    for (const [tool, params] of [
      ['write_file', { path: 'a.ts', content: 'x' }],
      ['execute_command', { command: 'ls' }],
      ['git.status', {}],
    ] as const)
      expect(await world.call(tool, params)).toMatchObject({
        status: 'failed',
        error_type: 'PERMISSION_DENIED',
        error: expect.stringContaining('the workspace is not trusted'),
      })
    expect(await world.call('prompt_user', { message: 'Go on?', actions: ['yes'] })).toMatchObject({ status: 'awaiting_approval' })
    await helloWith(world, { tools: ['read_file', 'execute_command'] })
    expect(await world.call('execute_command', { command: 'ls' })).toMatchObject({ status: 'executing' })
  })

  test('is announced when it changes', async () => {
    const world = await createWorld()
    for (const tools of [['read_file'], ['read_file'], ['read_file', 'write_file']]) await helloWith(world, { tools })
    expect((await world.events()).filter(({ type }) => type === 'runner.online')).toHaveLength(2)
  })
})
