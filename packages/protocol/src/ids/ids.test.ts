import { expect, test } from 'vitest'
import { executionId, uuidv7 } from './ids.ts'

test('an id is a UUID of version 7 that sorts by time', () => {
  const random = new Uint8Array(10).fill(255)
  const early = uuidv7(Date.parse('2026-01-01T00:00:00Z'), random)
  const late = uuidv7(Date.parse('2026-01-01T00:00:01Z'), new Uint8Array(10))
  expect(early).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7fff-bfff-ffffffffffff$/)
  expect(early < late).toBe(true)
  expect(executionId.safeParse(early).success).toBe(true)
})

test.each(['', 'x', '019B76DA-A800-7845-B1E2-5E3E1E23944D', '019b76da-a800-7845-b1e2-5e3e1e23944d ', '../../etc/passwd'])(
  '%j is no id',
  (text) => {
    expect(executionId.safeParse(text).success).toBe(false)
  },
)
