import { describe, expect, test } from 'vitest'
import { createWorld, type World } from '../../test/world.ts'

const READ = { success: true, content: 'hi', encoding: 'utf-8', size: 2, lines: 1, truncated: false }

async function running(world: World) {
  await world.hello()
  return world.call('read_file', { path: 'README.md' })
}

describe('a result', () => {
  test('ends the execution, once, with its acknowledgement', async () => {
    const world = await createWorld()
    const execution = await running(world)
    const ended = await world.engine.settle(execution, { status: 'completed', result: READ, execution_time_ms: 7 })
    expect(ended).toMatchObject({ status: 'completed', result: READ, execution_time_ms: 7 })
    expect((await world.events()).slice(-2)).toMatchObject([
      { type: 'tool.status', status: 'completed' },
      { type: 'tool.result_ack', status: 'received' },
    ])
  })

  test('posted again is welcome; another is refused', async () => {
    const world = await createWorld()
    const execution = await running(world)
    await world.engine.settle(execution, { status: 'completed', result: READ })
    expect(await world.engine.settle(execution, { status: 'completed', result: READ })).toMatchObject({ status: 'completed' })
    const other = world.engine.settle(execution, { status: 'completed', result: { ...READ, content: 'ho' } })
    await expect(other).rejects.toMatchObject({ code: 'ALREADY_SETTLED', http: 409 })
    await expect(world.engine.settle(execution, { status: 'failed', error: 'x' })).rejects.toMatchObject({ code: 'ALREADY_SETTLED' })
  })

  test('of another attempt does not count', async () => {
    const world = await createWorld()
    const execution = await running(world)
    const foreign = world.engine.settle(execution, { status: 'completed', result: READ, attempt_id: execution.id as never })
    await expect(foreign).rejects.toMatchObject({ code: 'ALREADY_SETTLED' })
    expect((await world.execution(execution.id)).status).toBe('executing')
  })

  test('that failed keeps its code, its words and what was printed', async () => {
    const world = await createWorld()
    const execution = await running(world)
    await world.engine.settle(execution, {
      status: 'failed',
      error: 'Time limit reached',
      error_code: 'TIMEOUT',
      result: { stdout: 'half' },
    })
    expect(await world.execution(execution.id)).toMatchObject({ status: 'failed', error_type: 'TIMEOUT', result: { stdout: 'half' } })
  })

  test('in a shape that the tool does not have is refused, unless the runner is a plain client', async () => {
    const world = await createWorld()
    const execution = await running(world)
    await expect(world.engine.settle(execution, { status: 'completed', result: { nothing: 1 } })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENTS',
    })
    const plain = await createWorld()
    await plain.engine.joinPlain(plain.project)
    const call = await plain.call('read_file', { path: 'README.md' })
    expect(await plain.engine.settle(call, { status: 'completed', result: { success: true, content: 'hi' } })).toMatchObject({
      status: 'completed',
    })
  })

  test('that is nested too deep to be stored is refused, as the runner must not send it again and again', async () => {
    const world = await createWorld()
    await world.hello()
    const execution = await world.call('list_files', { path: '.', recursive: true })
    const folder = (depth: number): object => ({
      ...{ name: 'a', path: 'a', type: 'directory', size: 0, modified: '2026-01-01T00:00:00.000Z' },
      children: depth > 0 ? [folder(depth - 1)] : [],
    })
    const result = { success: true, files: [folder(990)], total_count: 991, truncated: false }
    const settled = world.engine.settle(execution, { status: 'completed', result })
    await expect(settled).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS', http: 400 })
  })

  test('with a secret reaches the agent raw and the record masked', async () => {
    const world = await createWorld()
    const execution = await running(world)
    const secret = `ghp_${'A1b2C3d4E5f6'.repeat(3)}`
    const ended = await world.engine.settle(execution, { status: 'completed', result: { ...READ, content: secret } })
    expect(JSON.stringify([ended, await world.events()])).not.toContain(secret)
    const { rawResult } = await import('../executions/record.ts')
    expect(await rawResult(world.core, ended)).toMatchObject({ content: secret })
  })

  test('wakes who waits', async () => {
    const world = await createWorld()
    const execution = await running(world)
    const waiting = world.engine.wait(execution, { seconds: 30, for: 'end' })
    await world.engine.settle(execution, { status: 'completed', result: READ })
    expect(await waiting).toMatchObject({ status: 'completed' })
  })

  test('that never comes ends the wait with the state as it is', async () => {
    const world = await createWorld()
    const execution = await running(world)
    expect(await world.engine.wait(execution, { seconds: 0.02, for: 'end' })).toMatchObject({ status: 'executing' })
    expect(await world.engine.wait(execution, { seconds: 30, for: 'end', signal: AbortSignal.abort() })).toMatchObject({
      status: 'executing',
    })
  })
})

describe('a result that comes after the call was given up as lost', () => {
  async function lost(world: World) {
    await world.hello()
    const execution = await world.call('execute_command', { command: 'ls' })
    await world.pass(1_000)
    await world.hello()
    expect(await world.execution(execution.id)).toMatchObject({ status: 'failed', error_type: 'RUNNER_LOST', late_result: null })
    return execution
  }
  const result = { success: true, stdout: 'a.txt\n', stderr: '', exit_code: 0, execution_time: 1, truncated: false, isolation: 'sandbox' }
  const late = (attempt_id: string | null) =>
    ({ status: 'completed', result, attempt_id: attempt_id as never, execution_time_ms: 9 }) as const

  test('is recorded beside its end, which stays, and is told', async () => {
    const world = await createWorld()
    const { id, attempt_id } = await lost(world)
    const told = await world.engine.settle(await world.execution(id), late(attempt_id))
    expect(told).toMatchObject({ status: 'failed', error_type: 'RUNNER_LOST', result: null, late_result: { status: 'completed', result } })
    expect((await world.events()).slice(-2)).toMatchObject([
      { type: 'tool.late_result', tool_id: id, status: 'completed', execution_time_ms: 9 },
      { type: 'tool.result_ack' },
    ])
    const { reportOf } = await import('../executions/reporting.ts')
    expect(await reportOf(world.core, told, null)).toMatch(/It did finish:[\s\S]*a\.txt/)
  })

  test('is welcome again, another is refused, and so is one of another attempt', async () => {
    const world = await createWorld()
    const execution = await lost(world)
    await world.engine.settle(execution, late(execution.attempt_id))
    expect(await world.engine.settle(execution, late(execution.attempt_id))).toMatchObject({ status: 'failed' })
    const others = [
      { ...late(execution.attempt_id), result: { ...result, stdout: 'b.txt\n' } },
      { status: 'failed', error: 'no', attempt_id: execution.attempt_id as never } as const,
      late(execution.id),
    ]
    for (const other of others)
      await expect(world.engine.settle(execution, other)).rejects.toMatchObject({ code: 'ALREADY_SETTLED', http: 409 })
    expect((await world.events()).filter(({ type }) => type === 'tool.late_result')).toHaveLength(1)
  })

  test('that failed is told as a failure', async () => {
    const world = await createWorld()
    const execution = await lost(world)
    const body = {
      status: 'failed',
      error: 'Time limit reached',
      error_code: 'TIMEOUT',
      attempt_id: execution.attempt_id as never,
    } as const
    const told = await world.engine.settle(execution, body)
    expect(told).toMatchObject({ error_type: 'RUNNER_LOST', late_result: { status: 'failed', error_type: 'TIMEOUT' } })
    const { reportOf } = await import('../executions/reporting.ts')
    expect(await reportOf(world.core, told, null)).toMatch(/It did fail:[\s\S]*Time limit reached/)
  })
})

describe('cancelling', () => {
  test('ends a running call at once and tells the runner; a late result changes nothing', async () => {
    const world = await createWorld()
    const execution = await running(world)
    expect(await world.engine.cancel(execution, 'stopped by the operator')).toMatchObject({ status: 'cancelled', error_type: 'CANCELLED' })
    expect((await world.events()).at(-1)).toMatchObject({ type: 'tool.cancel', attempt_id: execution.attempt_id })
    await expect(world.engine.settle(execution, { status: 'completed', result: READ })).rejects.toMatchObject({ code: 'ALREADY_SETTLED' })
  })

  test('withdraws a question that waits', async () => {
    const world = await createWorld()
    await world.hello()
    const asked = await world.call('execute_command', { command: 'npm', args: ['test'] })
    const approval = await world.approvalOf(asked)
    await world.engine.cancel(asked, 'stopped')
    expect((await world.approvalOf(asked)).status).toBe('withdrawn')
    await expect(
      world.engine.decide(world.operator, approval, { decision: 'approved', scope: 'once', cover_high: false, stop: false }),
    ).rejects.toMatchObject({ http: 409 })
  })

  test('of what has ended changes nothing', async () => {
    const world = await createWorld()
    const refused = await world.call('execute_command', { command: 'rm' })
    expect(await world.engine.cancel(refused, 'stopped')).toEqual(refused)
  })
})
