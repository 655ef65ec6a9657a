// The chapter about the patch: the agent proposes three hunks, you keep some, and exactly those are applied.
import type { Approval, CallView, QuestionAnswer } from '@countersign/protocol'
import { shown } from '../terminal/shown.ts'
import { agentCalls, check, countersignAsks, ended, type Play, reportLines } from './cast.ts'
import { PATCHED_FILES } from './proposed-patch.ts'

export interface AppliedPatch {
  readonly tool_id: string
  readonly before: ReadonlyMap<string, string>
  /** Numbers of the hunks. */
  readonly taken: readonly number[]
}

interface Reviewed {
  readonly action: string
  readonly filtered_diff: string
  readonly chunks_selected: readonly number[]
}

/** Undefined if you kept nothing. */
export async function reviewAndApply(play: Play, diff: string): Promise<AppliedPatch | undefined> {
  const { narrator } = play
  await narrator.chapter('It proposes a change, and you take it hunk by hunk')
  const message = 'Greets in more languages.'
  const asked = await agentCalls(play, 'apply_patch_review', { diff, message }, 'apply_patch_review: a diff of three hunks')
  const answer = await youReview(play, await countersignAsks(play, asked))
  const review = await ended(play, asked)
  const { action, filtered_diff, chunks_selected } = review.result as Reviewed
  check('the agent hears your choice', action === answer.action && String(chunks_selected) === String(answer.chunks_selected ?? []))
  await narrator.says('Countersign', 'tells the agent:')
  await narrator.shows(told(review, filtered_diff))
  return chunks_selected.length > 0 ? apply(play, filtered_diff, chunks_selected) : undefined
}

/** The diff itself was just shown. */
const told = (view: CallView, diff: string): string[] =>
  reportLines({ ...view, report: view.report?.replace(diff.trimEnd(), '[the diff]') })

async function youReview({ stage, narrator, answers }: Play, question: Approval): Promise<QuestionAnswer> {
  const answer = await answers.review(question)
  await narrator.says('you', wordsOf(answer))
  await stage.operator.answerQuestion({ params: { p: stage.projectId, q: question.id }, body: answer })
  return answer
}

function wordsOf({ action, chunks_selected = [], chunk_comments = {}, comment }: QuestionAnswer): string {
  const comments = Object.entries(chunk_comments).map(([number, text]) => `drop hunk ${number}: “${shown(text)}”`)
  const taken =
    chunks_selected.length > 0 ? `take ${chunks_selected.length > 1 ? 'hunks' : 'hunk'} ${chunks_selected.join(' and ')}` : action
  return [taken, ...comments, ...(comment ? [`“${shown(comment)}”`] : [])].join(', ')
}

async function apply(play: Play, diff: string, taken: readonly number[]): Promise<AppliedPatch> {
  const { stage, narrator } = play
  const before = new Map<string, string>()
  for (const path of PATCHED_FILES) before.set(path, await stage.read(path))
  const view = await ended(play, await agentCalls(play, 'apply_patch', { diff }, 'apply_patch with exactly what you took'))
  check('your review clears the patch without a second question', view.status === 'completed' && view.cleared_by?.kind === 'grant')
  for (const [index, path] of PATCHED_FILES.entries()) {
    const isChanged = (await stage.read(path)) !== before.get(path)
    check(`${path} is ${taken.includes(index + 1) ? 'changed' : 'unchanged'}`, isChanged === taken.includes(index + 1))
  }
  await narrator.says('Countersign', 'sees that you took this very diff, and asks no second time')
  await narrator.shows(reportLines(view))
  return { tool_id: view.tool_id, before, taken }
}
