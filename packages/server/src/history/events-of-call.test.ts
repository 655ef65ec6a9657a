import { expect, it } from 'vitest'
import { createWorld, YES } from '../../../core/test/world.ts'
import { eventsOfCall } from './events-of-call.ts'

it('shows every event of a call, also after the clock was set back while it waited', async () => {
  const world = await createWorld()
  await world.hello()
  const other = await world.call('read_file', { path: 'README.md' })
  const asked = await world.call('execute_command', { command: 'git', args: ['commit', '-m', 'one'] })
  await world.pass(-3_600)
  await world.hello()
  await world.engine.decide(world.operator, await world.approvalOf(asked), YES)
  const result = { success: true, stdout: '', stderr: '', exit_code: 0, execution_time: 1, truncated: false, isolation: 'sandbox' }
  await world.engine.settle(await world.execution(asked.id), { status: 'completed', result })
  await world.pass(60)
  const execution = await world.execution(asked.id)
  const { rows, isComplete } = await world.store.read((tx) => eventsOfCall(tx, execution, world.now()))
  expect(isComplete).toBe(true)
  const events = (await world.events()) as { type: string; tool_id?: string }[]
  expect(rows.map(({ type }) => type)).toEqual(events.filter(({ tool_id }) => tool_id === asked.id).map(({ type }) => type))
  expect(rows.map(({ type }) => type)).toContain('tool.approval_request')
  expect(rows.map(({ type }) => type)).toContain('tool.result_ack')
  expect(rows.some(({ payload }) => payload.includes(other.id))).toBe(false)
})
