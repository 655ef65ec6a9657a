// What takes hours in real life, on the engine with a clock that a test moves.
import { clearedBySchema } from '@countersign/protocol'
import { expect } from 'vitest'
import { createWorld } from '../../../packages/core/test/world.ts'
import { scenario } from '../scenario.ts'

const TWO_HOURS_SECONDS = 120 * 60

scenario('a session without a call for 120 minutes ends, and its grants with it', { verifies: ['approvals.session-idle'] }, async () => {
  const { engine, operator, hello, call, approvalOf, pass, execution, store } = await createWorld()
  await hello()
  const first = await call('execute_command', { command: 'git', args: ['status'] })
  await engine.decide(operator, await approvalOf(first), { decision: 'approved', scope: 'session', cover_high: false, stop: false })
  await pass(TWO_HOURS_SECONDS + 60)
  const [grant] = await store.transact((tx) => tx.grants.find({ equal: { session_id: first.session_id } }))
  expect(grant?.revoked_at).toEqual(expect.any(String))
  await hello()
  const next = await call('execute_command', { command: 'git', args: ['status'] })
  expect(next.session_id).not.toBe(first.session_id)
  expect((await execution(next.id)).status).toBe('awaiting_approval')
})

scenario("what names a person has room for the person's own signature", { verifies: ['clearance.signature-room'] }, async () => {
  expect(clearedBySchema.safeParse({ kind: 'person', user_id: 'ada', signature: 'anything' }).success).toBe(true)
  expect(clearedBySchema.safeParse({ kind: 'rule', rule: 'risk:LOW', signature: 'anything' }).success).toBe(false)
})
