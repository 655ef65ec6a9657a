// However an approval ends, only its masked form is kept, and every window is notified. Without an answer in time the server's clock
// decides, and any node may end the approval; a reader sees an overdue approval as ended even before the next sweep.
import {
  type Approval,
  type ApprovalStatus,
  type Decision,
  type Execution,
  type ExecutionIn,
  endingOf,
  Failure,
  sentence,
} from '@countersign/protocol'
import { type Core, commit, type Work } from '../work/core.ts'
import { draftRow, type RowDraft } from '../work/work.ts'
import { maskWords, wordsOf } from './masked-form.ts'

export async function expireApproval(
  core: Core,
  work: Work,
  approval: Approval,
  execution: ExecutionIn<'awaiting_approval'>,
): Promise<'expired'> {
  const ending = endingOf('APPROVAL_TIMEOUT', sentence('subject.nobody-answered', { count: approval.timeout_seconds }))
  const row = await closeApproval(core, work, approval, { status: 'expired', decision: null })
  await work.move(execution, { type: 'approval.expired', at: work.at, ...ending }, row)
  return 'expired'
}

/** Whether it can still be answered at that time (milliseconds). */
export const isOpenAt = ({ status, expires_at }: Pick<Approval, 'status' | 'expires_at'>, now: number): boolean =>
  status === 'pending' && !(Date.parse(expires_at) <= now)

/** The current execution, after ending its approval if that is overdue. */
export async function expireDue(core: Core, execution: ExecutionIn<'awaiting_approval'>): Promise<Execution> {
  const { approval_id, project_id, id } = execution
  const asked = await core.store.read((tx) => tx.approvals.get(approval_id))
  if (asked?.status !== 'pending' || isOpenAt(asked, core.clock.now())) return execution
  return commit(core, 'sweep', project_id, async (work) => {
    const approval = await work.tx.approvals.get(approval_id)
    const current = await work.tx.executions.get(id)
    if (approval?.status === 'pending' && current?.status === 'awaiting_approval') await expireApproval(core, work, approval, current)
    return (await work.tx.executions.get(id)) ?? execution
  })
}

export interface Closing {
  readonly status: Exclude<ApprovalStatus, 'pending'>
  readonly decision: Decision | null
}

/** The call that a pending approval is about. It waits as long as the approval does. */
export async function awaitingCall(work: Work, { tool_id }: Approval): Promise<ExecutionIn<'awaiting_approval'>> {
  const execution = await work.tx.executions.get(tool_id)
  if (execution?.status === 'awaiting_approval') return execution
  throw new Failure('ALREADY_SETTLED', {
    subject: sentence('subject.execution-is', { status: sentence(`status.${execution?.status ?? 'gone'}`) }),
  })
}

/** Returns the row that records the end, for the transition of the execution that goes with it. */
export async function closeApproval(
  core: Core,
  work: Work,
  approval: Approval,
  closing: Closing,
): Promise<(execution: Execution) => RowDraft> {
  const closed: Approval = { ...approval, ...closing, ...maskWords(core.masker, wordsOf(approval)) }
  if (!(await work.tx.approvals.update(closed, { status: 'pending' })))
    throw new Failure('ALREADY_SETTLED', { subject: sentence('noun.approval') })
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
