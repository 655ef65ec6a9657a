import { expect, test } from 'vitest'
import { createQuestions, type Decision } from './questions.ts'

const say = (decision: Decision['decision'], more: Partial<Decision> = {}): Decision => ({
  type: 'hitl_decision',
  call_id: 'c1',
  decision,
  ...more,
})

test('an approve that names no question answers the first about a call, and none that came later', async () => {
  const questions = createQuestions({ clock: Date.now, onOpened: () => undefined })
  using first = questions.open('c1', 60)
  const edited = first.next()
  expect(questions.decide(say('edit', { modified_arguments: { path: 'b' } }))).toBe(true)
  await edited
  first[Symbol.dispose]()
  using second = questions.open('c1', 60)
  const answered = second.next()
  expect(() => questions.decide(say('approve'))).toThrow(/approval_id/)
  expect(questions.decide(say('approve', { approval_id: second.approval_id }))).toBe(true)
  expect(await answered).toMatchObject({ decision: 'approve' })
})
