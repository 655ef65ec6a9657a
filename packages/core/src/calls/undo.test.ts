import type { ExecutionIn } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { askedWrite, createWorld, type World, YES } from '../../test/world.ts'
import { createMemoryStore } from '../memory/memory-store.ts'

const WRITTEN = { success: true, path: 'notes.md', size: 1, bytes_written: 1, created: true, created_directories: [] }

async function written(world: World): Promise<ExecutionIn<'completed'>> {
  await world.hello()
  const asked = await askedWrite(world)
  await world.engine.decide(world.operator, await world.approvalOf(asked), YES)
  return (await world.engine.settle(await world.execution(asked.id), { status: 'completed', result: WRITTEN })) as ExecutionIn<'completed'>
}

const undo = (world: World, execution: Parameters<World['engine']['undo']>[2]) =>
  world.engine.undo(world.operator, world.project, execution)

describe('undo', () => {
  test('is an execution of its own, cleared as the person’s act; what it undid says so once it is done', async () => {
    const world = await createWorld()
    const call = await written(world)
    const undoing = await undo(world, call)
    expect(undoing).toMatchObject({ tool_name: 'undo', status: 'executing', cleared_by: { kind: 'person', user_id: 'ada' } })
    expect((await world.execution(call.id)).undone_by).toBeNull()
    const result = { success: true, tool_id: call.id, restored: [], removed: ['notes.md'] }
    await world.engine.settle(undoing, { status: 'completed', result })
    const undone = await world.execution(call.id)
    expect(undone).toMatchObject({ status: 'completed', undone_by: undoing.id })
    await expect(undo(world, undone)).rejects.toMatchObject({ code: 'ALREADY_SETTLED' })
  })

  test('that fails leaves the call as it was, and may be tried again', async () => {
    const world = await createWorld()
    const call = await written(world)
    const error = { status: 'failed', error: 'File changed: notes.md', error_code: 'FILE_CHANGED' } as const
    await world.engine.settle(await undo(world, call), error)
    expect((await world.execution(call.id)).undone_by).toBeNull()
    expect((await undo(world, await world.execution(call.id))).status).toBe('executing')
  })

  test('is refused where nothing was changed, and where the call did not complete', async () => {
    const world = await createWorld()
    await world.hello()
    const read = await world.call('read_file', { path: 'a.txt' })
    await expect(undo(world, read)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENTS',
      message: expect.stringContaining('changes no file'),
    })
    const asked = await askedWrite(world)
    await expect(undo(world, asked)).rejects.toMatchObject({ message: expect.stringContaining('awaiting_approval') })
    const undoing = await undo(world, await written(world))
    await expect(undo(world, undoing)).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' })
  })

  test('does not exist for an agent', async () => {
    const world = await createWorld()
    const call = await written(world)
    expect(await world.call('undo', { tool_id: call.id })).toMatchObject({ status: 'failed', error_type: 'TOOL_NOT_FOUND' })
  })

  test('marks nothing of another project', async () => {
    const store = createMemoryStore()
    const [mine, other] = [await createWorld({ store }), await createWorld({ store })]
    const foreign = await written(other)
    await mine.hello()
    const request = { tool_name: 'undo', tool_params: { tool_id: foreign.id } }
    const undoing = await mine.engine.request(mine.operator, mine.project, request)
    const result = { success: true, tool_id: foreign.id, restored: [], removed: [] }
    expect(await mine.engine.settle(undoing, { status: 'completed', result })).toMatchObject({ status: 'completed' })
    expect((await other.execution(foreign.id)).undone_by).toBeNull()
  })
})
