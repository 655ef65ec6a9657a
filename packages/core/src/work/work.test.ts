import type { ExecutionIn } from '@countersign/protocol'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { askedWrite, createWorld, type World, YES } from '../../test/world.ts'
import { commit, type Work } from './core.ts'
import { NEXT_ROW } from './work.ts'

async function executingCall(world: World): Promise<ExecutionIn<'executing'>> {
  await world.hello()
  const execution = await world.call('read_file', { path: 'README.md' })
  if (execution.status !== 'executing') throw new Error(execution.status)
  return execution
}

const inWork = <T>(world: World, run: (work: Work) => Promise<T>) => commit(world.core, 'settle', world.project.id, run)

const lost = { type: 'runner.lost', at: '2026-01-01T00:00:00.000Z', error: 'lost', error_type: 'RUNNER_LOST' } as const

describe('a move', () => {
  test('writes the next status, a row of the log that names it, and tells whoever waits', async () => {
    const world = await createWorld()
    const execution = await executingCall(world)
    const seen: unknown[] = []
    world.core.executionChanges.watch(({ execution: { status }, moves }) => seen.push({ status, moves }))
    const failed = await inWork(world, (work) => work.move(execution, lost))
    expectTypeOf(failed).toEqualTypeOf<ExecutionIn<'failed'>>()
    expect(await world.execution(execution.id)).toEqual(failed)
    expect((await world.events()).at(-1)).toMatchObject({
      type: 'tool.status',
      tool_id: execution.id,
      status: 'failed',
      moves: ['runner.lost'],
    })
    expect(seen).toEqual([{ status: 'failed', moves: ['runner.lost'] }])
  })

  test('that waits for the next row has one at the latest with the commit', async () => {
    const world = await createWorld()
    const execution = await executingCall(world)
    await inWork(world, (work) => work.move(execution, { type: 'clearance.returned' }, NEXT_ROW))
    expect((await world.events()).at(-1)).toMatchObject({ type: 'tool.status', status: 'pending', moves: ['clearance.returned'] })
    expect(await world.execution(execution.id)).toMatchObject({ status: 'pending' })
  })

  test('from a status that the execution no longer has is taken back, with all that belongs to it', async () => {
    const world = await createWorld()
    const execution = await executingCall(world)
    await inWork(world, (work) => work.move(execution, lost))
    const before = { events: await world.events(), execution: await world.execution(execution.id) }
    const late = inWork(world, async (work) => {
      work.emit('tool.result_ack', { tool_id: execution.id, status: 'received' })
      await work.move(execution, lost)
    })
    await expect(late).rejects.toMatchObject({ code: 'ALREADY_SETTLED' })
    expect({ events: await world.events(), execution: await world.execution(execution.id) }).toEqual(before)
  })

  test('is the only way to another status', async () => {
    const world = await createWorld()
    const execution = await world.execution((await askedWrite(world)).id)
    await inWork(world, async (work) => {
      // @ts-expect-error the table has no method that replaces a row
      expect(work.tx.executions.update).toBeUndefined()
      // @ts-expect-error a change is made by a move, and by nothing else
      const write = () => work.tx.executions.write({ before: execution, execution })
      // @ts-expect-error the status is none of what may be amended
      const amend = () => work.amend(execution, { status: 'completed' })
      // @ts-expect-error which moves are possible depends on the status, which nobody has looked at
      const move = () => work.move(execution, { type: 'approval.expired', at: work.at, error: '', error_type: 'APPROVAL_TIMEOUT' })
      expect([write, amend, move]).toHaveLength(3)
    })
  })
})

test('a transition that is noted has its row, and is written with the next one', async () => {
  const world = await createWorld()
  await world.hello()
  const asked = await askedWrite(world)
  const seen: unknown[] = []
  world.core.executionChanges.watch(({ execution: { status }, moves }) => seen.push({ status, moves }))
  await world.engine.decide(world.operator, await world.approvalOf(asked), YES)
  expect(seen).toEqual([{ status: 'executing', moves: ['approval.granted', 'execution.dispatched'] }])
  expect((await world.events()).slice(-2)).toMatchObject([
    { type: 'tool.approval_resolved', tool_status: 'approved', moves: ['approval.granted'] },
    { type: 'tool.execution_signal', moves: ['execution.dispatched'] },
  ])
})

test('what is amended is written, has no row, and is announced without a move', async () => {
  const world = await createWorld()
  const execution = await executingCall(world)
  const before = await world.events()
  const seen: unknown[] = []
  world.core.executionChanges.watch(({ moves }) => seen.push(moves))
  await inWork(world, (work) => work.amend(execution, { output_bytes: 7 }))
  expect(await world.execution(execution.id)).toEqual({ ...execution, output_bytes: 7 })
  expect(await world.events()).toEqual(before)
  expect(seen).toEqual([[]])
})

test('work that is used after its transaction throws', async () => {
  const world = await createWorld()
  const execution = await executingCall(world)
  const before = await world.events()
  const work = await inWork(world, async (used) => used)
  expect(() => work.emit('files.changed', { paths: [] })).toThrow('the transaction is over')
  await expect(work.move(execution, lost)).rejects.toThrow('the transaction is over')
  await expect(work.amend(execution, { output_bytes: 7 })).rejects.toThrow('the transaction is over')
  expect(await world.events()).toEqual(before)
})
