// However an approval ends, only its masked form is kept, and every window is notified.
import { type Approval, type ApprovalStatus, type Decision, type Execution, type ExecutionIn, Failure } from '@countersign/protocol'
import type { Core, Work } from '../work/core.ts'
import { draftRow, type RowDraft } from '../work/work.ts'
import { maskWords, wordsOf } from './masked-form.ts'

export interface Closing {
  readonly status: Exclude<ApprovalStatus, 'pending'>
  readonly decision: Decision | null
}

/** The call that a pending approval is about. It waits as long as the approval does. */
export async function awaitingCall(work: Work, { tool_id }: Approval): Promise<ExecutionIn<'awaiting_approval'>> {
  const execution = await work.tx.executions.get(tool_id)
  if (execution?.status === 'awaiting_approval') return execution
  throw new Failure('ALREADY_SETTLED', { subject: `the execution is ${execution?.status ?? 'gone'}` })
}

/** Returns the row that records the end, for the transition of the execution that goes with it. */
export async function closeApproval(
  core: Core,
  work: Work,
  approval: Approval,
  closing: Closing,
): Promise<(execution: Execution) => RowDraft> {
  const closed: Approval = { ...approval, ...closing, ...maskWords(core.masker, wordsOf(approval)) }
  if (!(await work.tx.approvals.update(closed, { status: 'pending' }))) throw new Failure('ALREADY_SETTLED', { subject: 'approval' })
  return (execution) => (approval.kind === 'question' ? answerRow(approval, closing, execution) : decisionRow(approval, closing, execution))
}

const resolved = ({ id, tool_id }: Approval, { status, decision }: Closing, execution: Execution) => ({
  approval_id: id,
  tool_id,
  status,
  tool_status: execution.status,
  by: decision?.by ?? null,
})

const decisionRow = (approval: Approval, closing: Closing, execution: Execution): RowDraft =>
  draftRow('tool.approval_resolved', {
    ...resolved(approval, closing, execution),
    comment: closing.decision?.comment ?? closing.decision?.reason ?? null,
    scope: closing.decision?.scope ?? null,
  })

const answerRow = (approval: Approval, closing: Closing, execution: Execution): RowDraft =>
  draftRow('tool.question_resolved', {
    ...resolved(approval, closing, execution),
    ...(closing.decision?.answered_by && { answered_by: closing.decision.answered_by }),
    action: closing.decision?.question_answer?.action ?? null,
    comment: closing.decision?.comment ?? null,
    ...(execution.result_digest && { result_digest: execution.result_digest }),
  })
