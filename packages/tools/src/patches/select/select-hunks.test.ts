// Filtered diffs: each is valid for the real git on its own, and gives the same result as our code.
import { describe, expect, it } from 'vitest'
import { applyOurs, describeDifference, makeApplications } from '../../../test/patches/compare.ts'
import { createDice } from '../../../test/patches/dice.ts'
import { applyWithGit } from '../../../test/patches/git.ts'
import { findSources } from '../../../test/patches/real-sources.ts'
import { parsePatch } from '../parse/parse-patch.ts'
import { selectHunks } from './select-hunks.ts'
import { writePatch } from './write-patch.ts'

const DIFF = [
  '--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@\n a\n+b\n c\n@@ -9 +9,0 @@ heading\n-z\n@@ -20,2 +20,2 @@\n-y\n+Y\n w\n\\ No newline at end of file\n',
  'diff --git a/old name.md b/new name.md\nrename from old name.md\nrename to new name.md\n',
  'diff --git a/n"w.md b/n"w.md\nnew file mode 100644\n',
].join('')
const select = (...numbers: number[]): string => writePatch(selectHunks(parsePatch(DIFF), new Set(numbers)))

describe('the chosen part of a diff', () => {
  it('has line numbers as if the rest had never been', () => {
    expect(select(3)).toBe('--- a/x\n+++ b/x\n@@ -20,2 +20,2 @@\n-y\n+Y\n w\n\\ No newline at end of file\n')
    expect(select(2, 3)).toContain('@@ -9,1 +8,0 @@ heading\n-z\n@@ -20,2 +19,2 @@')
    expect(select(1)).toBe('--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@\n a\n+b\n c\n')
  })

  it('has files that only move or come empty, and nothing of those that were not chosen', () => {
    expect(select(4)).toBe('diff --git a/old name.md b/new name.md\nrename from old name.md\nrename to new name.md\n')
    expect(select(5)).toBe('diff --git "a/n\\"w.md" "b/n\\"w.md"\nnew file mode 100644\n')
    expect(select()).toBe('')
  })

  it('is numbered again, and in the same form again', () => {
    const chosen = selectHunks(parsePatch(DIFF), new Set([2, 3, 5]))
    expect(chosen.total).toBe(3)
    expect(parsePatch(writePatch(chosen))).toEqual(chosen)
  })

  it('is applied by git, whatever is chosen, with the result that we have', { timeout: 60_000 }, () => {
    const seeds = Array.from({ length: 200 }, (_, nth) => nth + 50_000)
    const applications = makeApplications(seeds, findSources()).flatMap(({ before, diff, seed }) => {
      const patch = parsePatch(diff)
      const dice = createDice(seed)
      const chosen = new Set(Array.from({ length: patch.total }, (_, nth) => nth + 1).filter(() => dice.oneIn(2)))
      const filtered = writePatch(selectHunks(patch, chosen))
      return filtered === '' ? [] : [{ target: before, diff: filtered, whole: diff, seed }]
    })
    const theirs = applyWithGit(applications)
    const wholes = applyWithGit(applications.map(({ target, whole }) => ({ target, diff: whole })))
    const wrong = applications.flatMap((application, nth) => {
      const ours = applyOurs(application)
      // A diff without context is refused whole or in part, like git does.
      const why = describeDifference(ours, theirs[nth]) ?? (typeof ours === 'string' && wholes[nth] ? ours : undefined)
      return why === undefined ? [] : [{ seed: application.seed, why }]
    })
    expect(wrong).toEqual([])
    expect(theirs.filter((files) => files !== undefined).length).toBeGreaterThan(100)
  })
})
