// A hitl_decision as the answer to an agent's question: the answer's fields are in modified_arguments. A plain approve takes
// the question's default; a reject cancels a review and dismisses any other question.

import type { Preview } from '../approval/preview.ts'
import { DISMISSED, type QuestionAnswer, questionAnswerSchema } from '../approval/question.ts'
import { Failure } from '../failure/failure.ts'
import type { CodelabMessageOf } from './messages.ts'

type Decision = Pick<CodelabMessageOf<'hitl_decision'>, 'decision' | 'modified_arguments' | 'feedback'>

export function answerOfDecision({ decision, modified_arguments, feedback }: Decision, shown: Preview): QuestionAnswer {
  const comment = feedback ? { comment: feedback } : {}
  const given =
    decision === 'reject' ? { action: shown.kind === 'review' ? 'cancel' : DISMISSED } : { ...plainApproval(shown), ...modified_arguments }
  const parsed = questionAnswerSchema.safeParse({ ...comment, ...given })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Failure(
    'INVALID_ARGUMENTS',
    { subject: `modified_arguments.${issue?.path.join('.')}: ${issue?.message}` },
    { cause: parsed.error },
  )
}

/** Confirming HIGH risk is never implied. */
const plainApproval = (shown: Preview): object =>
  shown.kind === 'review'
    ? { action: 'apply', chunks_selected: Array.from({ length: shown.chunks_total }, (_, index) => index + 1) }
    : { action: 'approve' }
