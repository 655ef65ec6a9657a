// However an approval ends, it keeps the masked form only, and every window hears of it.
import type { Approval, ApprovalStatus, Decision, Execution } from '@countersign/protocol'
import { Failure } from '@countersign/protocol'
import type { Core, Work } from '../core.ts'
import { maskWords, wordsOf } from './masked-form.ts'

export interface Closing {
  readonly status: Exclude<ApprovalStatus, 'pending'>
  readonly decision: Decision | null
  readonly execution: Execution
  readonly moves: readonly string[]
}

export async function closeApproval(core: Core, work: Work, approval: Approval, closing: Closing): Promise<void> {
  const closed: Approval = {
    ...approval,
    status: closing.status,
    decision: closing.decision,
    ...maskWords(core.masker, wordsOf(approval)),
  }
  if (!(await work.tx.approvals.update(closed, { status: 'pending' }))) throw new Failure('ALREADY_SETTLED', { subject: 'approval' })
  const told = {
    approval_id: approval.id,
    tool_id: approval.tool_id,
    status: closing.status,
    tool_status: closing.execution.status,
    by: closing.decision?.by ?? null,
  }
  if (approval.kind === 'question') return emitAnswer(work, told, closing)
  work.emit('tool.approval_resolved', {
    ...told,
    comment: closing.decision?.comment ?? closing.decision?.reason ?? null,
    scope: closing.decision?.scope ?? null,
    moves: closing.moves,
  })
}

function emitAnswer(work: Work, told: object, { decision, execution, moves }: Closing): void {
  work.emit('tool.question_resolved', {
    ...told,
    ...(decision?.answered_by && { answered_by: decision.answered_by }),
    action: decision?.question_answer?.action ?? null,
    comment: decision?.comment ?? null,
    ...(execution.result_digest && { result_digest: execution.result_digest }),
    moves,
  })
}
