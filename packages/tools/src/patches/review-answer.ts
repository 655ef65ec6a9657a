// What an answer to a patch review means: which hunks are kept, what the operator said about the others, and what may run without asking
// again.
import { isRefused } from '@countersign/policy'
import { DISMISSED, Failure, type QuestionAnswer, type Sentence, sentence } from '@countersign/protocol'
import { judgeFile } from './judge-patch.ts'
import { type FilePatch, numbersOf, type Patch } from './patch.ts'
import { selectHunks } from './select/select-hunks.ts'
import { writePatch } from './select/write-patch.ts'

export type ReviewAction = 'apply' | 'cancel' | typeof DISMISSED

export interface Remark {
  readonly chunk: number
  readonly path: string
  readonly comment?: string
}

export interface ReviewOutcome {
  readonly filtered_diff: string
  readonly action: ReviewAction
  readonly chunks_selected: readonly number[]
  readonly chunks_total: number
  readonly dropped: readonly Remark[]
  /** Comments on hunks that are kept. */
  readonly comments: readonly Remark[]
}

export function settleReview(patch: Patch, answer: QuestionAnswer): ReviewOutcome {
  const action = readAction(answer)
  const chosen = readChoice(patch, answer, action)
  const remarks = readRemarks(patch, answer)
  return {
    filtered_diff: writePatch(selectHunks(patch, chosen)),
    action,
    chunks_selected: [...chosen],
    chunks_total: patch.total,
    dropped: remarks.filter(({ chunk }) => !chosen.has(chunk)),
    comments: remarks.filter(({ chunk, comment }) => chosen.has(chunk) && comment !== undefined),
  }
}

/** Links are not known here: the risk is judged by the text of the names. */
export const riskByName = (file: FilePatch) => judgeFile(file, { isolation: 'none' })

const wrong = (what: Sentence): Failure => new Failure('INVALID_ARGUMENTS', { subject: what })

const noSuchHunk = (field: keyof QuestionAnswer, number: number | string, { total }: Patch): Failure =>
  wrong(sentence('answer.no-such-hunk', { field, number, total }))

function readAction({ action }: QuestionAnswer): ReviewAction {
  if (action === 'apply' || action === 'cancel' || action === DISMISSED) return action
  throw wrong(sentence('answer.choose-action', { actions: `apply, cancel, ${DISMISSED}` }))
}

function readChoice(patch: Patch, { chunks_selected = [], cover_high }: QuestionAnswer, action: ReviewAction): ReadonlySet<number> {
  const chosen = new Set(chunks_selected)
  if (action !== 'apply' && chosen.size > 0) throw wrong(sentence('answer.takes-no-hunk', { action }))
  if (action === 'apply' && chosen.size === 0) throw wrong(sentence('answer.choose-hunk'))
  if (chosen.size < chunks_selected.length) throw wrong(sentence('answer.hunk-twice'))
  const unknown = chunks_selected.find((number) => number > patch.total)
  if (unknown !== undefined) throw noSuchHunk('chunks_selected', unknown, patch)
  const high = patch.files.find((file) => numbersOf(file).some((number) => chosen.has(number)) && isHigh(file))
  if (high && !cover_high) throw wrong(sentence('answer.high-risk', { path: high.path }))
  return new Set(chunks_selected.toSorted((left, right) => left - right))
}

function isHigh(file: FilePatch): boolean {
  const judgement = riskByName(file)
  return isRefused(judgement) || judgement.risk === 'HIGH'
}

function readRemarks(patch: Patch, { chunk_comments = {} }: QuestionAnswer): readonly Remark[] {
  const unknown = Object.keys(chunk_comments).find((number) => Number(number) > patch.total)
  if (unknown !== undefined) throw noSuchHunk('chunk_comments', unknown, patch)
  return patch.files.flatMap((file) =>
    numbersOf(file).map((chunk) => {
      const comment = chunk_comments[chunk]
      return { chunk, path: file.path, ...(comment && { comment }) }
    }),
  )
}
