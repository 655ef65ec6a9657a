// What can become of a pending call besides a question to the operator: it is refused, or its runner is asked for a preview.
import { type ExecutionIn, type Failure, LIMITS, type Session } from '@countersign/protocol'
import { type Core, later, type Work } from '../work/core.ts'
import { previewRequestRow } from '../work/work.ts'

/** Whether as many calls of the session wait for an answer as the limit allows. */
export const isFull = async (work: Work, session_id: Session['id']): Promise<boolean> =>
  (await work.tx.executions.count({
    equal: { session_id },
    among: { column: 'status', values: ['pending', 'awaiting_approval'] },
  })) >= LIMITS.maxPendingApprovalsPerSession

export const refuseCall = (
  core: Core,
  work: Work,
  pending: ExecutionIn<'pending'>,
  { code, message }: Pick<Failure, 'code' | 'message'>,
): Promise<ExecutionIn<'failed'>> =>
  work.move(pending, { type: 'call.refused', at: work.at, error: core.masker.maskText(message), error_type: code })

/** The operator is asked when the preview comes; until then the call waits for the runner. */
export async function requestPreview(
  core: Core,
  work: Work,
  pending: ExecutionIn<'pending'>,
  params: Record<string, unknown>,
): Promise<ExecutionIn<'pending'>> {
  const waiting = await work.amend(pending, { runner_deadline_at: later(work.now, core.settings.runner_wait_seconds) })
  await work.record(waiting, (execution) => previewRequestRow(execution, params))
  return waiting
}
