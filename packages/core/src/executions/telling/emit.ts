// The rows that an execution leaves in the log. `moves` names every transition, so that none is without its row.
import { type Execution, type ExecutionIn, LIMITS } from '@countersign/protocol'
import type { Work } from '../../core.ts'

export function emitStatus(work: Work, execution: Execution, moves: readonly string[]): void {
  const { id, session_id, agent, tool_name, status, risk_level, error, error_type } = execution
  const told = { tool_id: id, session_id, ...callIdOf(execution), agent, tool_name, status, risk_level, error, error_code: error_type }
  work.emit('tool.status', { ...told, moves })
}

export function emitPreviewRequest(
  work: Work,
  execution: Execution,
  params: Record<string, unknown> | undefined,
  moves: readonly string[],
): void {
  const { id, session_id, agent, tool_name, tool_params, call_digest, risk_level } = execution
  const payload = { tool_id: id, session_id, agent, tool_name, tool_params: abridge(tool_params), digest: call_digest, risk_level, moves }
  work.emit('tool.preview_request', payload, params && { tool_params: params })
}

/** The row of the log; the runner's rendering adds raw parameters and clearance, which the log must not hold. */
export function emitSignal(
  work: Work,
  execution: ExecutionIn<'executing'>,
  params: Record<string, unknown> | undefined,
  moves: readonly string[],
): void {
  work.emit(
    'tool.execution_signal',
    {
      tool_id: execution.id,
      attempt_id: execution.attempt_id,
      tool_name: execution.tool_name,
      // Whoever was asked has seen the rest.
      ...(moves.includes('call.requested') && {
        session_id: execution.session_id,
        ...callIdOf(execution),
        agent: execution.agent,
        tool_params: abridge(execution.tool_params),
      }),
      digest: execution.call_digest,
      risk_level: execution.risk_level,
      by: execution.cleared_by,
      moves,
    },
    params && { tool_params: params, clearance: execution.clearance },
  )
}

/** It tells the place of a call among those of its step: several may begin in the same millisecond. */
export const callIdOf = ({ call_id }: Pick<Execution, 'call_id'>): { call_id?: string } => (call_id === null ? {} : { call_id })

/** Long values leave the log and the event; they are whole in the record. */
export function abridge(params: Record<string, unknown>): Record<string, unknown> {
  const limit = LIMITS.inlineValueBytes / 8
  const entries = Object.entries(params).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return text && text.length > limit
      ? ([name, `${text.slice(0, limit)}… (${text.length} characters)`] as const)
      : ([name, value] as const)
  })
  return Object.fromEntries(entries)
}
