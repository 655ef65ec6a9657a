// Cancel at any point before the end: approvals are withdrawn, the runner is told to stop what runs. After it, only what was
// started to run on is ended.
import { applyMove, type Execution, failureSentence, isEnd } from '@countersign/protocol'
import { closeApproval } from '../approvals/close.ts'
import type { Core, Work } from '../core.ts'
import { isLasting, tellToEnd } from '../processes/end-processes.ts'
import { replaceExecution } from './replace.ts'

export async function cancelExecution(core: Core, work: Work, execution: Execution, why: string): Promise<Execution> {
  if (isLasting(execution)) tellToEnd(work, execution)
  if (isEnd(execution.status)) return execution
  const error = failureSentence('CANCELLED', execution.status === 'executing' ? `${why}; what it had done until then stays done` : why)
  const cancelled = applyMove(execution, { type: 'execution.cancelled', at: work.at, error, error_type: 'CANCELLED' })
  await replaceExecution(work, cancelled, execution.status)
  if (execution.status === 'awaiting_approval') {
    const approval = await work.tx.approvals.get(execution.approval_id)
    const closing = { status: 'withdrawn', decision: null, execution: cancelled, moves: [] } as const
    if (approval?.status === 'pending') await closeApproval(core, work, approval, closing)
  }
  work.emit('tool.cancel', {
    tool_id: execution.id,
    attempt_id: execution.attempt_id,
    error: cancelled.error,
    moves: ['execution.cancelled'],
  })
  return cancelled
}
