import { expect, test } from 'vitest'
import { askedWrite, createWorld } from '../../test/world.ts'
import { isOpenAt } from './close.ts'

test('whoever looks at a call whose question is over sees its end, before any sweep', async () => {
  const world = await createWorld()
  await world.hello()
  const asked = await askedWrite(world)
  const look = async () => world.engine.wait(await world.execution(asked.id), { seconds: 0, for: 'end' })
  expect(await look()).toMatchObject({ status: 'awaiting_approval' })
  expect(isOpenAt(await world.approvalOf(asked), world.now())).toBe(true)
  world.passUnseen(301)
  expect(isOpenAt(await world.approvalOf(asked), world.now())).toBe(false)
  expect(await look()).toMatchObject({ status: 'timeout', error_type: 'APPROVAL_TIMEOUT' })
  expect(await world.approvalOf(asked)).toMatchObject({ status: 'expired' })
  await world.pass(1)
  expect((await world.events()).filter(({ type }) => type === 'tool.approval_resolved')).toHaveLength(1)
})
