// apply_patch_review: the operator reviews a diff hunk by hunk, accepts some, drops others and says why. It writes nothing: the accepted
// hunks come back as a separate diff, which apply_patch may then apply without a second approval.
import { isRefused, type Judgement, rate, refuse } from '@countersign/policy'
import { DISMISSED, Failure, inEnglish, LIMITS, type Preview, type QuestionAnswer, sentence, verbatim } from '@countersign/protocol'
import * as z from 'zod'
import { defineQuestion } from '../define-tool.ts'
import { quoteOperator } from '../words/quote-operator.ts'
import { boundText, formatCount, inMegabytes } from '../words/text.ts'
import { describePatch } from './describe-patch.ts'
import { judgePatch, readPatch } from './judge-patch.ts'
import { parsePatch } from './parse/parse-patch.ts'
import { type FilePatch, namesOf } from './patch.ts'
import { type Remark, riskByName, settleReview } from './review-answer.ts'
import { writeHunk } from './select/write-patch.ts'

const input = z.strictObject({
  diff: z.string().describe('As for apply_patch'),
  message: z.string().max(LIMITS.maxUserMessageCharacters).optional().describe('What the operator should know; shown as your words'),
})
type Input = z.output<typeof input>

const remark = z.strictObject({ chunk: z.int(), path: z.string(), comment: z.string().optional() })

const output = z.strictObject({
  success: z.literal(true),
  /** The accepted hunks, as a diff that applies alone; empty if there are none. */
  filtered_diff: z.string(),
  action: z.enum(['apply', 'cancel', DISMISSED]),
  /** Counted from 1, over all files. */
  chunks_selected: z.array(z.int()),
  chunks_total: z.int(),
  dropped: z.array(remark).optional(),
  /** Comments on hunks that were accepted. */
  comments: z.array(remark).optional(),
  comment: z.string().optional(),
})
type Output = z.output<typeof output>

function judge({ diff }: Input, facts: Parameters<typeof judgePatch>[1]): Judgement {
  const judged = judgePatch(diff, facts)
  if (isRefused(judged)) return judged
  const { total } = parsePatch(diff)
  if (total > LIMITS.maxReviewHunks)
    return refuse('INVALID_ARGUMENTS', sentence('problem.too-many-hunks', { total, count: LIMITS.maxReviewHunks }))
  return rate([{ risk: 'LOW', sentence: sentence('reason.only-reviews') }])
}

function show({ diff, message }: Input): Preview {
  const { files, total } = parsePatch(diff)
  return { kind: 'review', ...(message !== undefined && { message }), files: files.map(showFile), chunks_total: total }
}

function showFile(file: FilePatch) {
  const { path, from, change, number, hunks } = file
  const judged = riskByName(file)
  if (isRefused(judged)) throw new Failure(judged.refusal.code, { subject: verbatim(path) })
  const shown = hunks.length === 0 ? [{ number, diff: '' }] : hunks.map((hunk) => ({ number: hunk.number, diff: writeHunk(hunk) }))
  const reasons_forms = judged.findings.map((finding) => finding.sentence)
  const reasons = reasons_forms.map(inEnglish)
  return { path, ...(from !== undefined && { from }), change, risk_level: judged.risk, reasons, reasons_forms, hunks: shown }
}

function settle({ diff }: Input, answer: QuestionAnswer): z.input<typeof output> {
  const { dropped, comments, chunks_selected, ...outcome } = settleReview(parsePatch(diff), answer)
  return {
    success: true,
    ...outcome,
    chunks_selected: [...chunks_selected],
    ...(dropped.length > 0 && { dropped: [...dropped] }),
    ...(comments.length > 0 && { comments: [...comments] }),
    ...(answer.comment && { comment: answer.comment }),
  }
}

function clears({ diff }: Input, answer: QuestionAnswer) {
  const { action, filtered_diff, chunks_selected, chunks_total } = settleReview(parsePatch(diff), answer)
  if (action !== 'apply') return undefined
  const covers = sentence('scope.reviewed', { taken: chunks_selected.length, count: chunks_total })
  return { tool_name: 'apply_patch', tool_params: { diff: filtered_diff }, cover_high: answer.cover_high, covers }
}

function report({ action, filtered_diff, chunks_selected, chunks_total, dropped = [], comments = [], comment }: Output): string {
  const said = [
    comment ? quoteOperator(comment) : '',
    describeRemarks('On a hunk that was taken', comments),
    describeRemarks('Dropped', dropped),
  ]
  const words = boundText(said.filter((text) => text !== '').join('\n')).text
  if (action === 'cancel') return `The operator cancelled the review: nothing may be applied. Do something else, or ask.\n${words}`
  if (action === DISMISSED) return `The operator dismissed the review without an answer. That is no yes: apply nothing.\n${words}`
  const { text, isCut } = boundText(filtered_diff)
  const diff = isCut ? `${text}[The rest is in filtered_diff of the result; send it whole.]\n` : text
  return `The operator took ${chunks_selected.length} of ${formatCount(chunks_total, 'hunk')}. Now call apply_patch with exactly this diff, unchanged; it will not be asked again:\n${diff}\n${words}`
}

const MAX_SHOWN = 200

function describeRemarks(title: string, remarks: readonly Remark[]): string {
  const shown = remarks
    .slice(0, MAX_SHOWN)
    .map(({ chunk, path, comment }) => `${title}: hunk ${chunk} (${path}).${comment ? ` ${quoteOperator(comment)}` : ''}`)
  return [...shown, ...(remarks.length > MAX_SHOWN ? [`${title}: ${remarks.length - MAX_SHOWN} more.`] : [])].join('\n')
}

const TWO_FILES = '--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n-a\n+A\n--- a/b.md\n+++ b/b.md\n@@ -1 +1 @@\n-b\n+B\n'
const ONE_SCRIPT = '--- a/run.sh\n+++ b/run.sh\n@@ -1 +1 @@\n-a\n+b\n'

export const applyPatchReview = defineQuestion({
  name: 'apply_patch_review',
  aliases: [],
  forModel: `Let the operator review a diff (at most ${inMegabytes(LIMITS.maxDiffBytes)} MB, ${LIMITS.maxReviewHunks} hunks) hunk by hunk. Nothing is written. You get back \`filtered_diff\` with the hunks that were taken, and why others were dropped; then call apply_patch with exactly \`filtered_diff\`.`,
  uses: [],
  input,
  output,
  fails: [
    'INVALID_ARGUMENTS',
    'PATCH_APPLY_FAILED',
    'APPROVAL_TIMEOUT',
    'FILE_TOO_LARGE',
    'PERMISSION_DENIED',
    'INVALID_PATH',
    'PATH_OUTSIDE_WORKSPACE',
    'SENSITIVE_FILE',
    'ENCODING_ERROR',
  ],
  usualRisk: 'LOW',
  idempotent: true,
  judgesWhole: ['diff'],
  judge,
  concerns: ({ diff }) => ({ paths: readPatch(diff).files.flatMap(namesOf), commands: [] }),
  ask: ({ diff }) => sentence('title.review-patch', { changes: describePatch(readPatch(diff).files) }),
  question: { show, settle, clears },
  report,
  examples: [
    {
      title: 'one of two hunks',
      input: { diff: TWO_FILES, message: 'Capitals everywhere?' },
      answer: { action: 'apply', chunks_selected: [2], chunk_comments: { 1: 'a stays as it is' } },
      risk: 'LOW',
    },
    { title: 'none of it', input: { diff: TWO_FILES }, answer: { action: 'cancel', comment: 'not today' }, risk: 'LOW' },
    { title: 'nobody wants to look', input: { diff: TWO_FILES }, answer: { action: DISMISSED }, risk: 'LOW' },
    {
      title: 'a hunk that there is not',
      input: { diff: TWO_FILES },
      answer: { action: 'apply', chunks_selected: [3] },
      refuses: 'INVALID_ARGUMENTS',
    },
    {
      title: 'a script without the tick',
      input: { diff: ONE_SCRIPT },
      answer: { action: 'apply', chunks_selected: [1] },
      refuses: 'INVALID_ARGUMENTS',
    },
    { title: 'a file that holds secrets', input: { diff: '--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n-A=1\n+A=2\n' }, refuses: 'SENSITIVE_FILE' },
  ],
})
