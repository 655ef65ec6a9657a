// What can happen to a pending call besides an approval: it is refused, or its runner is asked for a preview.
import { maskSentence, type Refusal } from '@countersign/policy'
import { type ExecutionIn, inEnglish, LIMITS, type Session } from '@countersign/protocol'
import { type Core, later, type Work } from '../work/core.ts'
import { previewRequestRow } from '../work/work.ts'

/** Whether the session has reached its limit of calls that wait for an answer. */
export const isFull = async (work: Work, session_id: Session['id']): Promise<boolean> =>
  (await work.tx.executions.count({
    equal: { session_id },
    among: { column: 'status', values: ['pending', 'awaiting_approval'] },
  })) >= LIMITS.maxPendingApprovalsPerSession

/** A refusal by the guard, a failure, or the text of a runner that gave no form. */
export type GivenRefusal = Pick<Refusal, 'code' | 'message'> & Partial<Pick<Refusal, 'messageForm' | 'adviceForm'>>

export const refuseCall = (
  core: Core,
  work: Work,
  pending: ExecutionIn<'pending'>,
  { code, message, messageForm, adviceForm }: GivenRefusal,
): Promise<ExecutionIn<'failed'>> => {
  const form = messageForm && maskSentence(core.masker, messageForm)
  const advice = adviceForm && maskSentence(core.masker, adviceForm)
  return work.move(pending, {
    type: 'call.refused',
    at: work.at,
    error: core.masker.maskText(message),
    error_type: code,
    error_details: { ...(form && { form }), ...(advice && { advice: inEnglish(advice), advice_form: advice }) },
  })
}

/** The operator is asked when the preview arrives; until then the call waits for the runner. */
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
