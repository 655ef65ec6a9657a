// Compares with the real `git apply`: edits of real source files, applied to files that have changed since.
import { expect, it } from 'vitest'
import { compareRecounted, compareWithGit } from '../../test/patches/compare.ts'
import { findSources } from '../../test/patches/real-sources.ts'

const CASES = 320

it('a patch has the same result as git has, or both refuse it', { timeout: 120_000 }, () => {
  const seeds = Array.from({ length: CASES }, (_, nth) => nth + 1)
  const { applied, refused, differences } = compareWithGit(seeds, findSources())
  expect(differences.map(({ seed, why }) => ({ seed, why }))).toEqual([])
  expect(applied + refused).toBeGreaterThanOrEqual(300)
  expect(Math.min(applied, refused)).toBeGreaterThan(50)
})

it('a patch with wrong counts of lines has the result that git has with the right ones, or is refused', { timeout: 120_000 }, () => {
  const seeds = Array.from({ length: CASES }, (_, nth) => nth + 5_001)
  const { recounted, refused, differences } = compareRecounted(seeds, findSources())
  expect(differences).toEqual([])
  expect(recounted).toBeGreaterThan(150)
  expect(refused.filter((words) => !/^(?:Patch does not apply|Invalid arguments)/.test(words))).toEqual([])
})
