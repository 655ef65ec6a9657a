// The outcome of a call that was given up as lost, reported later by its current attempt. The status stays as everybody has seen it; the
// outcome is recorded beside it, once.
import type { Execution, LateResult, LateResultView } from '@countersign/protocol'
import type { Core } from '../work/core.ts'
import { rawForm } from './record.ts'

export const wasLost = ({ status, error_type }: Execution): boolean => status === 'failed' && error_type === 'RUNNER_LOST'

/** Lost, with an outcome that is still unknown. */
export const isLost = (execution: Execution): boolean => wasLost(execution) && execution.late_result === null

/** The agent's own result; the masked form if the raw one was pruned. */
export const rawLateResult = (core: Core, execution: Execution, late: LateResult): Promise<unknown> =>
  rawForm(core, execution, late.result_masked, late.result_digest, late.result)

export const lateViewOf = ({
  status,
  received_at,
  execution_time_ms,
  result,
  error,
  error_form,
  error_type,
}: LateResult): LateResultView => ({
  status,
  received_at,
  execution_time_ms,
  ...(result != null && { result }),
  ...(error !== null && { error, ...(error_form && { error_form }), error_code: error_type ?? 'INTERNAL' }),
})
