// The rows that an execution leaves in the log. Whoever records one adds the moves that it stands for.
import { type Execution, type ExecutionIn, LIMITS } from '@countersign/protocol'
import type { LiveDetail } from '../feed/follower.ts'
import type { EventDraft } from '../ports/store.ts'
import type { LoggedMove } from './execution-changes.ts'

/** A row of the log before it is written. */
export interface RowDraft extends EventDraft {
  /** What followers of this process get beside the row. */
  readonly live?: LiveDetail | undefined
}

type Params = Record<string, unknown>

export function statusRow(execution: Execution): RowDraft {
  const { id, session_id, agent, tool_name, status, risk_level, error, error_type } = execution
  return {
    type: 'tool.status',
    payload: { tool_id: id, session_id, ...callIdOf(execution), agent, tool_name, status, risk_level, error, error_code: error_type },
  }
}

export function previewRequestRow(execution: Execution, params: Params | undefined): RowDraft {
  const { id, session_id, agent, tool_name, tool_params, call_digest, risk_level } = execution
  return {
    type: 'tool.preview_request',
    payload: { tool_id: id, session_id, agent, tool_name, tool_params: abridge(tool_params), digest: call_digest, risk_level },
    live: params && { tool_params: params },
  }
}

/** The row of the log; the runner's rendering adds raw parameters and clearance, which the log must not hold. */
export function signalRow(execution: ExecutionIn<'executing'>, params: Params | undefined, moves: readonly LoggedMove[]): RowDraft {
  return {
    type: 'tool.execution_signal',
    payload: {
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
    },
    live: params && { tool_params: params, clearance: execution.clearance },
  }
}

/** It tells the place of a call among those of its step: several may begin in the same millisecond. */
export const callIdOf = ({ call_id }: Pick<Execution, 'call_id'>): { call_id?: string } => (call_id === null ? {} : { call_id })

/** Long values leave the log and the event; they are whole in the record. */
export function abridge(params: Params): Params {
  const limit = LIMITS.inlineValueBytes / 8
  const entries = Object.entries(params).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return text && text.length > limit
      ? ([name, `${text.slice(0, limit)}… (${text.length} characters)`] as const)
      : ([name, value] as const)
  })
  return Object.fromEntries(entries)
}
