// patches: edits of real source files have the same result as with `git apply`, or both refuse; with wrong
// counts of lines, the same or a refusal.
import { compareRecounted, compareWithGit } from '../../../packages/tools/test/patches/compare.ts'
import { findSources } from '../../../packages/tools/test/patches/real-sources.ts'
import type { Fuzzer, Round } from '../fuzzer.ts'

const CASES_PER_ROUND = 250

export const patches: Fuzzer = {
  name: 'patches',
  cases: 'patches',
  usualCount: 5_000,
  async open() {
    const sources = findSources()
    const round = async (seed: number): Promise<Round> => {
      const seeds = Array.from({ length: CASES_PER_ROUND }, (_, nth) => seed * CASES_PER_ROUND + nth)
      const { applied, refused, differences } = compareWithGit(seeds, sources)
      const recounting = compareRecounted(seeds, sources)
      const done = applied + refused
      const [wrong] = recounting.differences
      if (wrong) return { done, failed: { smallest: `miscounted case ${wrong.seed}`, why: wrong.why } }
      const [first] = differences.toSorted((one, other) => one.application.diff.length - other.application.diff.length)
      if (!first) return { done }
      return { done, failed: { smallest: JSON.stringify(first.application), why: `${first.why} (case ${first.seed})` } }
    }
    return { round, [Symbol.asyncDispose]: async () => undefined }
  },
}
