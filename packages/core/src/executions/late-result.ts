// The outcome of a call that was given up as lost, told later by the right attempt. The status stays: what everybody was told is not
// taken back; what became known is recorded beside it, once.
import { type Execution, Failure, type LateResult, type LateResultView } from '@countersign/protocol'
import type { Core, Work } from '../core.ts'
import type { RowDraft } from '../work.ts'
import { codeOf, type PostedResult } from './posted-result.ts'
import { rawForm } from './raw.ts'
import { markUndone } from './undo.ts'

export const wasLost = ({ status, error_type }: Execution): boolean => status === 'failed' && error_type === 'RUNNER_LOST'

/** Lost, and nobody has told since how it ended. */
export const isLost = (execution: Execution): boolean => wasLost(execution) && execution.late_result === null

export async function recordLate(work: Work, current: Execution, { body, raw, error }: PostedResult): Promise<Execution> {
  const late: LateResult = {
    status: body.status,
    received_at: work.at,
    execution_time_ms: body.execution_time_ms ?? null,
    result: raw?.value ?? null,
    result_digest: raw?.digest ?? null,
    result_masked: raw?.masked ?? false,
    error,
    error_type: body.status === 'failed' ? codeOf(body) : null,
  }
  if (current.late_result) return recordedBefore(current, current.late_result, late)
  const known = await work.amend(current, { late_result: late, output_bytes: body.output_bytes ?? null })
  if (late.status === 'completed') await markUndone(work, known)
  await work.record(known, () => lateRow(known, late))
  work.emit('tool.result_ack', { tool_id: known.id, status: 'received' })
  return known
}

function recordedBefore(current: Execution, known: LateResult, late: LateResult): Execution {
  const isSame = known.status === late.status && known.result_digest === late.result_digest && known.error === late.error
  if (isSame) return current
  throw new Failure('ALREADY_SETTLED', { subject: 'another late result of this call is recorded', status: current.status })
}

function lateRow({ id, session_id, tool_name }: Execution, late: LateResult): RowDraft {
  const { status, execution_time_ms, error, error_type, result_digest } = late
  const outcome = { status, execution_time_ms, error, error_code: error_type, result_digest }
  return { type: 'tool.late_result', payload: { tool_id: id, session_id, tool_name, ...outcome } }
}

/** An agent's own; the masked form where the raw one was pruned. */
export const rawLateResult = (core: Core, execution: Execution, late: LateResult): Promise<unknown> =>
  rawForm(core, execution, late.result_masked, late.result_digest, late.result)

export const lateViewOf = ({ status, received_at, execution_time_ms, result, error, error_type }: LateResult): LateResultView => ({
  status,
  received_at,
  execution_time_ms,
  ...(result != null && { result }),
  ...(error !== null && { error, error_code: error_type ?? 'INTERNAL' }),
})
