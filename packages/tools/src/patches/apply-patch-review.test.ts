import { DISMISSED, LIMITS, previewSchema, questionAnswerSchema } from '@countersign/protocol'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { applyPatchReview } from './apply-patch-review.ts'

const SANDBOX = { isolation: 'sandbox' } as const
const edit = (path: string, at = 1) => `@@ -${at} +${at} @@ ${path}\n-a\n+b\n`
const DIFF = `--- a/a.md\n+++ b/a.md\n${edit('one')}${edit('two', 5)}--- a/run.sh\n+++ b/run.sh\n${edit('three')}diff --git a/x.md b/y.md\nrename from x.md\nrename to y.md\n`
const input = { diff: DIFF, message: 'Is this right?' }

const answer = (given: z.input<typeof questionAnswerSchema>) => questionAnswerSchema.parse(given)
const settle = (given: z.input<typeof questionAnswerSchema>) =>
  applyPatchReview.output.parse(applyPatchReview.question.settle(input, answer(given)))
const reportOf = (given: z.input<typeof questionAnswerSchema>) => applyPatchReview.report(settle(given), input)

describe('apply_patch_review', () => {
  it('shows every file with its risk, and hunks numbered over all of them', () => {
    const preview = previewSchema.parse(applyPatchReview.question.show(input))
    expect(preview).toMatchObject({
      kind: 'review',
      message: 'Is this right?',
      chunks_total: 4,
      files: [
        {
          path: 'a.md',
          change: 'modify',
          risk_level: 'MEDIUM',
          reasons: ['Writes a.md'],
          hunks: [{ number: 1 }, { number: 2, diff: '@@ -5,1 +5,1 @@ two\n-a\n+b\n' }],
        },
        { path: 'run.sh', risk_level: 'HIGH', hunks: [{ number: 3 }] },
        { path: 'y.md', from: 'x.md', change: 'rename', hunks: [{ number: 4, diff: '' }] },
      ],
    })
  })

  it('is LOW to ask, and refused where a patch of it would be', () => {
    expect(applyPatchReview.judge(input, SANDBOX)).toMatchObject({ risk: 'LOW' })
    const secret = { diff: DIFF.replaceAll('a.md', '.env') }
    expect(applyPatchReview.judge(secret, SANDBOX)).toMatchObject({ refusal: { code: 'SENSITIVE_FILE' } })
    expect(applyPatchReview.judge({ diff: 'nothing' }, SANDBOX)).toMatchObject({ refusal: { code: 'INVALID_ARGUMENTS' } })
  })

  it('has a limit of hunks', () => {
    const hunks = (count: number) => ({
      diff: `--- a/a.md\n+++ b/a.md\n${Array.from({ length: count }, (_, nth) => edit('', nth + 1)).join('')}`,
    })
    expect(applyPatchReview.judge(hunks(LIMITS.maxReviewHunks), SANDBOX)).toMatchObject({ risk: 'LOW' })
    expect(applyPatchReview.judge(hunks(LIMITS.maxReviewHunks + 1), SANDBOX)).toMatchObject({ refusal: { code: 'INVALID_ARGUMENTS' } })
  })

  it('gives back what was taken as a diff, and what was said about the rest', () => {
    expect(settle({ action: 'apply', chunks_selected: [4, 2], chunk_comments: { 1: 'no!', 2: 'fine' }, comment: 'thanks' })).toEqual({
      success: true,
      filtered_diff: '--- a/a.md\n+++ b/a.md\n@@ -5,1 +5,1 @@ two\n-a\n+b\ndiff --git a/x.md b/y.md\nrename from x.md\nrename to y.md\n',
      action: 'apply',
      chunks_selected: [2, 4],
      chunks_total: 4,
      dropped: [
        { chunk: 1, path: 'a.md', comment: 'no!' },
        { chunk: 3, path: 'run.sh' },
      ],
      comments: [{ chunk: 2, path: 'a.md', comment: 'fine' }],
      comment: 'thanks',
    })
  })

  it('clears exactly the patch that was taken, and nothing where none was', () => {
    const clears = (given: z.input<typeof questionAnswerSchema>) => applyPatchReview.question.clears?.(input, answer(given))
    const filtered_diff = settle({ action: 'apply', chunks_selected: [3], cover_high: true }).filtered_diff
    expect(clears({ action: 'apply', chunks_selected: [3], cover_high: true })).toEqual({
      tool_name: 'apply_patch',
      tool_params: { diff: filtered_diff },
      cover_high: true,
      covers: { form: 'scope.reviewed', slots: { taken: 1, count: 4 } },
    })
    expect(clears({ action: 'apply', chunks_selected: [1] })).toMatchObject({ cover_high: false })
    expect(clears({ action: 'cancel' })).toBeUndefined()
    expect(clears({ action: DISMISSED })).toBeUndefined()
  })

  it('has different ends for cancelled and dismissed', () => {
    expect(settle({ action: 'cancel', chunk_comments: { 3: 'never' } })).toMatchObject({
      action: 'cancel',
      filtered_diff: '',
      chunks_selected: [],
      dropped: { length: 4 },
    })
    expect(settle({ action: DISMISSED })).toMatchObject({ action: DISMISSED, filtered_diff: '' })
  })

  it.each([
    [{ action: 'perhaps' }, /choose one of apply, cancel, dismissed/],
    [{ action: 'apply' }, /choose at least one hunk, or answer cancel/],
    [{ action: 'apply', chunks_selected: [] }, /choose at least one hunk/],
    [{ action: 'apply', chunks_selected: [1, 1] }, /named twice/],
    [{ action: 'apply', chunks_selected: [5] }, /there is no hunk 5, they are 1 to 4/],
    [{ action: 'apply', chunks_selected: [1, 3] }, /run\.sh is of HIGH risk; tick it/],
    [{ action: 'cancel', chunks_selected: [1] }, /cancel takes no hunk/],
    [{ action: 'apply', chunks_selected: [1], chunk_comments: { 9: 'x' } }, /chunk_comments: there is no hunk 9/],
  ])('refuses the answer %j', (given, words) => {
    expect(() => settle(given)).toThrow(words)
  })

  it("tells the model what to do next, in its own words and the operator's", () => {
    const report = reportOf({ action: 'apply', chunks_selected: [2], chunk_comments: { 1: 'a\nstays' }, comment: 'thanks' })
    expect(report).toMatch(/^The operator took 1 of 4 hunks\. Now call apply_patch with exactly this diff, unchanged/)
    expect(report).toContain(settle({ action: 'apply', chunks_selected: [2] }).filtered_diff)
    expect(report).toContain('Dropped: hunk 1 (a.md). The operator wrote:\n> a\n> stays\nDropped: hunk 3 (run.sh).')
    expect(report).toContain('The operator wrote:\n> thanks')
    expect(reportOf({ action: 'cancel' })).toMatch(/^The operator cancelled the review: nothing may be applied/)
    expect(reportOf({ action: DISMISSED })).toMatch(/^The operator dismissed the review/)
  })
})
