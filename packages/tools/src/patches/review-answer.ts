// What an answer to a patch review means: which hunks are kept, what the operator said about the others, and what may run without asking
// again.
import { isRefused } from '@countersign/policy'
import { DISMISSED, Failure, type QuestionAnswer } from '@countersign/protocol'
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

const wrong = (what: string): Failure => new Failure('INVALID_ARGUMENTS', { subject: what })

function readAction({ action }: QuestionAnswer): ReviewAction {
  if (action === 'apply' || action === 'cancel' || action === DISMISSED) return action
  throw wrong(`action: choose one of apply, cancel, ${DISMISSED}`)
}

function readChoice(patch: Patch, { chunks_selected = [], cover_high }: QuestionAnswer, action: ReviewAction): ReadonlySet<number> {
  const chosen = new Set(chunks_selected)
  if (action !== 'apply' && chosen.size > 0) throw wrong(`chunks_selected: ${action} takes no hunk; to take some, answer apply`)
  if (action === 'apply' && chosen.size === 0) throw wrong('chunks_selected: choose at least one hunk, or answer cancel')
  if (chosen.size < chunks_selected.length) throw wrong('chunks_selected: a hunk is named twice')
  const unknown = chunks_selected.find((number) => number > patch.total)
  if (unknown !== undefined) throw wrong(`chunks_selected: there is no hunk ${unknown}, they are 1 to ${patch.total}`)
  const high = patch.files.find((file) => numbersOf(file).some((number) => chosen.has(number)) && isHigh(file))
  if (high && !cover_high) throw wrong(`cover_high: ${high.path} is of HIGH risk; tick it to take its hunks`)
  return new Set(chunks_selected.toSorted((left, right) => left - right))
}

function isHigh(file: FilePatch): boolean {
  const judgement = riskByName(file)
  return isRefused(judgement) || judgement.risk === 'HIGH'
}

function readRemarks(patch: Patch, { chunk_comments = {} }: QuestionAnswer): readonly Remark[] {
  const unknown = Object.keys(chunk_comments).find((number) => Number(number) > patch.total)
  if (unknown !== undefined) throw wrong(`chunk_comments: there is no hunk ${unknown}, they are 1 to ${patch.total}`)
  return patch.files.flatMap((file) =>
    numbersOf(file).map((chunk) => {
      const comment = chunk_comments[chunk]
      return { chunk, path: file.path, ...(comment && { comment }) }
    }),
  )
}
