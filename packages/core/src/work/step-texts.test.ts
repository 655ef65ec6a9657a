import { LIMITS, type Turn } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { createStepTexts } from './step-texts.ts'

const turnAt = (steps: number) => ({ id: 't', session_id: 's', project_id: 'p', steps }) as Turn

function watched() {
  const told: unknown[] = []
  const texts = createStepTexts({ publishTransient: (_, { payload }) => void told.push(payload) })
  return { texts, told }
}

test('pieces are told as they come, and kept until the step has ended', () => {
  const { texts, told } = watched()
  expect(texts.of(turnAt(2))).toBeNull()
  texts.add(turnAt(2), { offset: 0, text: 'Hel' })
  texts.add(turnAt(2), { offset: 3, text: 'lo' })
  expect(told).toMatchObject([
    { turn_id: 't', session_id: 's', step: 2, offset: 0, text: 'Hel' },
    { offset: 3, text: 'lo' },
  ])
  expect(texts.of(turnAt(2))).toEqual({ step: 2, offset: 0, next: 5, text: 'Hello' })
  // The step is already recorded: the message contains its text.
  expect(texts.of(turnAt(3))).toBeNull()
  texts.end(turnAt(2))
  expect(texts.of(turnAt(2))).toBeNull()
})

test('a step that begins again replaces what was said of it', () => {
  const { texts } = watched()
  texts.add(turnAt(0), { offset: 0, text: 'Hello' })
  texts.add(turnAt(0), { offset: 0, text: 'Ag' })
  expect(texts.of(turnAt(0))).toEqual({ step: 0, offset: 0, next: 2, text: 'Ag' })
})

test('of a text without end the last part is kept', () => {
  const { texts } = watched()
  const piece = 'x'.repeat(1_000)
  for (let count = 0; count < 1_000; count++) texts.add(turnAt(0), { offset: count * 1_000, text: piece })
  const kept = texts.of(turnAt(0))
  expect(kept?.next).toBe(1_000_000)
  expect(kept?.text.length).toBeLessThanOrEqual(LIMITS.maxPartialStepCharacters)
  expect(kept?.text.length).toBe(1_000_000 - (kept?.offset ?? 0))
})
