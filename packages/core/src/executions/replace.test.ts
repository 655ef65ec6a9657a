import { expect, test } from 'vitest'
import { createWorld } from '../../test/world.ts'
import { commit } from '../core.ts'
import { replaceExecution } from './replace.ts'

test('a change to an execution that is no longer as it was read is taken back, with all that belongs to it', async () => {
  const world = await createWorld()
  await world.hello()
  const execution = await world.call('read_file', { path: 'README.md' })
  const before = await world.events()
  const late = commit(world.engine.core, 'settle', world.project.id, async (work) => {
    work.emit('tool.status', { tool_id: execution.id })
    await replaceExecution(work, { ...execution, error: 'late' }, 'pending')
  })
  await expect(late).rejects.toMatchObject({ code: 'ALREADY_SETTLED' })
  expect(await world.execution(execution.id)).toEqual(execution)
  expect(await world.events()).toEqual(before)
})
