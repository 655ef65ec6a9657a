import { expect, test } from 'vitest'
import { putExecution } from '../../test/records.ts'
import { askedWrite, createWorld, type World } from '../../test/world.ts'

/** Opens more approvals than one round finds, spread over as many sessions as needed. */
async function askMany(world: World, count: number): Promise<void> {
  let session_id: string | undefined
  for (let index = 0; index < count; index++) {
    if (index % 60 === 0) session_id = (await world.engine.openSession(world.agent, world.project, {})).id
    const pending = await world.call('write_file', { path: `notes/${index}.md`, content: 'x' }, { session_id: session_id as string })
    await world.preview(pending, `notes/${index}.md`)
  }
}

const typesOf = async (world: World) => Map.groupBy(await world.events(), ({ type }) => type)

test('what is due together ends together: each time in a few commits, and nothing is touched before', async () => {
  let commits = 0
  const faults = (point: string) => {
    if (point === 'sweep:before-commit') commits += 1
  }
  const world = await createWorld({ faults, settings: { approval_seconds: { MEDIUM: 300, HIGH: 600 } } })
  await world.hello()
  await askMany(world, 150)
  await world.pass(15)
  commits = 0
  await world.pass(200)
  // The runner is silent and its lease expires; nothing else is due.
  expect(commits).toBeLessThanOrEqual(1)
  commits = 0
  await world.pass(30)
  expect(commits).toBe(2)
  await world.pass(1)
  await world.pass(1)
  expect(commits).toBe(2)
  await world.pass(60)
  expect(commits).toBe(4)
  const events = await world.store.transact((tx) => tx.approvals.count({ equal: { status: 'expired' } }))
  expect(events).toBe(150)
  expect(world.defects).toEqual([])
})

test('one that cannot be ended is told, and holds up no other', async () => {
  const world = await createWorld()
  await world.hello()
  const [broken, good] = [await askedWrite(world), await askedWrite(world, { path: 'other.md', content: 'y' })]
  const ended = { ...broken, status: 'cancelled', completed_at: broken.created_at, error: '', error_type: 'CANCELLED' } as const
  await world.store.transact((tx) => putExecution(tx, ended, 'awaiting_approval'))
  await world.pass(700)
  expect(await world.execution(good.id)).toMatchObject({ status: 'timeout' })
  expect(world.defects).not.toEqual([])
  expect((await typesOf(world)).get('tool.approval_resolved')).toHaveLength(1)
})

test('what is left of a deleted project is not swept, and does not stop the sweep', async () => {
  const world = await createWorld()
  await world.hello()
  await askMany(world, 120)
  await world.store.transact((tx) => tx.projects.delete(world.project.id))
  await world.pass(700)
  expect(world.defects).toEqual([])
  expect(await world.store.transact((tx) => tx.approvals.count({ equal: { status: 'pending' } }))).toBe(120)
})
