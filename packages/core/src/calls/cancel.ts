// Cancels a call at any point before its end: approvals are withdrawn, and the runner is asked to stop what is running. After its end, only
// a process that the call started is ended.
import { applyMove, type Execution, type ExecutionIn, endingOf, isOpen, type Sentence, sentence } from '@countersign/protocol'
import { closeApproval } from '../approvals/close.ts'
import { endProcess, isPersistent } from '../processes/processes.ts'
import type { Core, Work } from '../work/core.ts'
import { draftRow, type RowDraft } from '../work/work.ts'

export async function cancelExecution(core: Core, work: Work, execution: Execution, why: string | Sentence): Promise<Execution> {
  if (isPersistent(execution)) await endProcess(work, execution)
  if (!isOpen(execution)) return execution
  const subject = execution.status === 'executing' ? sentence('subject.stays-done', { why }) : why
  const cancel = { type: 'execution.cancelled', at: work.at, ...endingOf('CANCELLED', subject) } as const
  const approval = execution.status === 'awaiting_approval' ? await work.tx.approvals.get(execution.approval_id) : undefined
  if (approval?.status === 'pending') {
    const row = await closeApproval(core, work, approval, { status: 'withdrawn', decision: null })
    await work.record(execution, () => row(applyMove(execution, cancel)))
  }
  return work.move(execution, cancel, cancelRow)
}

const cancelRow = ({ id, attempt_id, error, error_details }: ExecutionIn<'cancelled'>): RowDraft =>
  draftRow('tool.cancel', { tool_id: id, attempt_id, error, error_form: error_details?.form })
