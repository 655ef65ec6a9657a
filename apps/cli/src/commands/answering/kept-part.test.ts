import { type ApprovalView, digestOf } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { describeKept, keptPart } from './kept-part.ts'

const preview_digest = digestOf('shown')
const approval = { preview_digest } as ApprovalView

test('hunks, lines and comments become the kept part', () => {
  const kept = keptPart(approval, { hunks: '1, 3', lines: ['2:4,5'], hunkComment: ['2=a = b'] })
  expect(kept).toEqual({ preview_digest, hunks: [1, 3], lines: { 2: [4, 5] }, comments: { 2: 'a = b' } })
  expect(describeKept(kept)).toEqual(['keeps only hunks 1, 3; lines 4, 5 of hunk 2'])
})

test('without a part, all of it is approved', () => {
  expect(keptPart(approval, {})).toBeUndefined()
})

test.each([
  ['no numbers', { hunks: '' }, /--hunks: write numbers/],
  ['words', { hunks: 'all' }, /--hunks: write numbers/],
  ['lines without their hunk', { lines: ['4,5'] }, /--lines: write the hunk first, such as 2:4,5/],
  ['a comment alone', { hunkComment: ['1=no'] }, /goes with --hunks/],
])('%s is refused', (_, options, words) => {
  expect(() => keptPart(approval, options)).toThrow(words)
})

test('a call that shows no hunks is approved as a whole', () => {
  expect(() => keptPart({} as ApprovalView, { hunks: '1' })).toThrow(/as a whole/)
})
