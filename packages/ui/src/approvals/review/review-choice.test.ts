import { describe, expect, test } from 'vitest'
import { allNumbers, chosenFiles, firstChoice, needsTick, type ReviewPreview, toggleFile, toggleHunk } from './review-choice.ts'

const file = (path: string, risk_level: 'MEDIUM' | 'HIGH', numbers: number[]): ReviewPreview['files'][number] => ({
  path,
  change: 'modify',
  risk_level,
  reasons: [],
  hunks: numbers.map((number) => ({ number, diff: `@@ -${number} +${number} @@\n-a\n+b\n` })),
})
const preview: ReviewPreview = { kind: 'review', files: [file('a.md', 'MEDIUM', [1, 2]), file('run.sh', 'HIGH', [3])], chunks_total: 3 }

describe('the choice of a review', () => {
  test('begins with everything that is not of high risk', () => expect([...firstChoice(preview)]).toEqual([1, 2]))
  test('can be everything', () => expect(allNumbers(preview)).toEqual([1, 2, 3]))

  test('takes a file whole, and drops one that is whole', () => {
    const [first] = preview.files as [ReviewPreview['files'][number]]
    expect([...toggleFile(new Set([2]), first)].toSorted()).toEqual([1, 2])
    expect([...toggleFile(new Set([1, 2, 3]), first)]).toEqual([3])
  })

  test('takes and drops a hunk', () => {
    expect([...toggleHunk(new Set([1]), 2)]).toEqual([1, 2])
    expect([...toggleHunk(new Set([1, 2]), 2)]).toEqual([1])
  })

  test('needs a tick as soon as something of high risk is in it', () => {
    expect(needsTick(preview, new Set([1]))).toBe(false)
    expect(needsTick(preview, new Set([1, 3]))).toBe(true)
  })

  test('shows what will be applied', () => {
    expect(chosenFiles(preview, new Set([2])).map(({ path, hunks }) => [path, hunks.map(({ number }) => number)])).toEqual([['a.md', [2]]])
  })
})
