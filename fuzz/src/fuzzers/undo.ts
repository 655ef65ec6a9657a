// undo: random sequences of file tools, undone in reverse order, restore the tree with modes and times.
import fc from 'fast-check'
import { checkRoundTrip, randomChanges } from '../../../packages/runner/test/changes/random-changes.ts'
import type { Fuzzer, Round } from '../fuzzer.ts'

const SEQUENCES_PER_ROUND = 50

async function round(seed: number): Promise<Round> {
  const property = fc.asyncProperty(randomChanges, async (changes) => void (await checkRoundTrip(changes)))
  const details = await fc.check(property, { seed, numRuns: SEQUENCES_PER_ROUND })
  if (!details.failed) return { done: details.numRuns }
  const why = details.errorInstance instanceof Error ? details.errorInstance.message : 'it took too long'
  return { done: details.numRuns, failed: { smallest: JSON.stringify(details.counterexample), why } }
}

export const undo: Fuzzer = {
  name: 'undo',
  cases: 'sequences',
  usualCount: 5_000,
  open: async () => ({ round, [Symbol.asyncDispose]: async () => undefined }),
}
