import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkRoundTrip, randomChanges } from '../../../test/changes/random-changes.ts'

it('undoing 100 random sequences in reverse order restores the tree, with modes and times', { timeout: 120_000 }, async () => {
  let undone = 0
  const property = fc.asyncProperty(randomChanges, async (changes) => {
    undone += await checkRoundTrip(changes)
  })
  await fc.assert(property, { numRuns: 100, seed: 20_261_116 })
  expect(undone).toBeGreaterThan(200)
})
