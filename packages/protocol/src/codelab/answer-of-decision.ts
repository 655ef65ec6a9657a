// A hitl_decision as the answer to an agent's question: the answer's fields are in modified_arguments. A plain approve takes
// the question's default; a reject cancels a review and dismisses any other question.

import type { Preview } from '../approval/preview.ts'
import { DISMISSED, type QuestionAnswer, questionAnswerSchema } from '../approval/question.ts'
import { describeField, describeIssue } from '../failure/describe-issues.ts'
import { Failure } from '../failure/failure.ts'
import { sentence } from '../sentence/sentence.ts'
import type { CodelabMessageOf } from './messages.ts'

type Decision = Pick<CodelabMessageOf<'hitl_decision'>, 'decision' | 'modified_arguments' | 'feedback'>

export function answerOfDecision({ decision, modified_arguments, feedback }: Decision, shown: Preview): QuestionAnswer {
  const comment = feedback ? { comment: feedback } : {}
  const given =
    decision === 'reject' ? { action: shown.kind === 'review' ? 'cancel' : DISMISSED } : { ...plainApproval(shown), ...modified_arguments }
  const answer = { ...comment, ...given }
  const parsed = questionAnswerSchema.safeParse(answer)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const problem = issue ? describeIssue(issue, answer) : sentence('issue.not-understood')
  throw new Failure(
    'INVALID_ARGUMENTS',
    { subject: describeField(`modified_arguments.${issue?.path.join('.')}`, problem) },
    { cause: parsed.error },
  )
}

/** Confirming HIGH risk is never implied. */
const plainApproval = (shown: Preview): object =>
  shown.kind === 'review'
    ? { action: 'apply', chunks_selected: Array.from({ length: shown.chunks_total }, (_, index) => index + 1) }
    : { action: 'approve' }
