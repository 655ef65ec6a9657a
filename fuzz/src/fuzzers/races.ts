// races: while a second thread swaps files, folders and links, reading, writing and listing never reach anything outside.
import { race, SWAPS, USES } from '../../../packages/runner/test/hosts/race.ts'
import type { Fuzzer, Round } from '../fuzzer.ts'

const ROUNDS_EACH = 1_000
const PAIRS = SWAPS.flatMap((swap) => (Object.keys(USES) as (keyof typeof USES)[]).map((use) => ({ swap, use })))

/** Timing between threads is random: the seed does not reproduce a failure, but running the same pair again may. */
async function round(): Promise<Round> {
  for (const { swap, use } of PAIRS) {
    try {
      await race(swap, use, ROUNDS_EACH)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return { done: ROUNDS_EACH * PAIRS.length, failed: { smallest: `${use} while a ${swap.what} is swapped`, why } }
    }
  }
  return { done: ROUNDS_EACH * PAIRS.length }
}

export const races: Fuzzer = {
  name: 'races',
  cases: 'rounds',
  usualCount: 10_000 * PAIRS.length,
  open: async () => ({ round, [Symbol.asyncDispose]: async () => undefined }),
}
