// Turns a `hitl_decision` into the operator's answer to the question shown on this connection, through the same functions as
// REST.
import { type Answer, type Engine, unmaskedDigest } from '@countersign/core'
import {
  type Approval,
  answerOfDecision,
  type CodelabMessageOf,
  Failure,
  refusalOnChannel,
  sentence,
  storeLongTexts,
} from '@countersign/protocol'
import { createAnswers } from '../approvals/answers.ts'
import type { Connection } from './connection.ts'
import type { IdeView, Shown } from './ide-view.ts'
import type { SocketContext } from './socket-context.ts'

type Decision = CodelabMessageOf<'hitl_decision'>
type DecisionContext = Pick<SocketContext, 'engine' | 'access' | 'metrics' | 'clock'>

export function createDecisions(context: DecisionContext, connection: Connection, view: IdeView) {
  const { engine, access } = context
  const { principal, project } = connection
  const answers = createAnswers(context)

  const approvalMeant = async ({ call_id, approval_id, decision }: Decision): Promise<Approval> => {
    const id = view.find(call_id)
    const shown = id && view.shownFor(id)
    if (!shown) throw new Failure('NOT_FOUND', { subject: sentence('subject.channel-no-question') })
    if (shown.replacesAnother && !approval_id) throw new Failure('INVALID_ARGUMENTS', { subject: sentence('subject.channel-approval-id') })
    const approval = await access.approval(principal, project.id, approval_id ?? shown.approval)
    if (approval.tool_id !== id) throw new Failure('NOT_FOUND', { subject: sentence('noun.approval') })
    if (decision !== 'reject') refuseUnseen(approval, shown)
    return approval
  }

  return async (message: Decision): Promise<void> => {
    const approval = await approvalMeant(message)
    await view.answering(approval.id, async () =>
      approval.kind === 'question' && approval.preview
        ? answers.answer(principal, approval, answerOfDecision(message, approval.preview))
        : answers.decide(principal, approval, await answerOf(engine, approval, message)),
    )
  }
}

/** Only what was shown here in full can be approved. */
function refuseUnseen({ id, status }: Approval, shown: Shown): void {
  if (status !== 'pending') return
  if (id !== shown.approval) throw new Failure('NOT_FOUND', { subject: sentence('subject.channel-question-not-shown') })
  if (!shown.abridged) return
  throw new Failure('FILE_TOO_LARGE', { subject: sentence('subject.channel-question-too-long') })
}

async function answerOf(engine: Engine, approval: Approval, { decision, modified_arguments, feedback }: Decision): Promise<Answer> {
  if (decision === 'reject') return { decision: 'rejected', reason: feedback, stop: false }
  if (decision === 'approve' && modified_arguments)
    throw new Failure('INVALID_ARGUMENTS', { subject: sentence('subject.channel-only-edit') })
  const refusal = modified_arguments && refusalOnChannel(modified_arguments)
  if (refusal) throw refusal
  const edited_params =
    modified_arguments && (await storeLongTexts(modified_arguments, (bytes) => engine.bodies.put(approval.project_id, bytes)))
  // The text shown here was not masked.
  const unmasked_digest = unmaskedDigest(approval)
  return { decision: 'approved', scope: 'once', edited_params, comment: feedback, unmasked_digest, cover_high: false, stop: false }
}
