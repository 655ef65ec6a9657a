// The rows that an execution leaves in the log. Only `draftRow` makes one, and it takes no field that the registry of events does
// not know. Whoever records one adds the moves that it stands for, and the time.
import {
  type EventDraft,
  type Exact,
  type Execution,
  type ExecutionIn,
  LIMITS,
  type LoggedMove,
  type RowFields,
  type RowType,
} from '@countersign/protocol'
import type { LiveDetail } from '../feed/follower.ts'

/** Types of rows that name the moves of an execution. */
export type CallRowType = { [T in RowType]: 'moves' extends keyof RowFields<T> ? T : never }[RowType]
export type CallRowFields<T extends CallRowType> = Omit<RowFields<T>, 'moves'>

declare const EXACT: unique symbol

export interface RowDraft {
  readonly [EXACT]: true
  readonly type: CallRowType
  readonly payload: object
  /** What followers in this process get beside the row. */
  readonly live: LiveDetail | undefined
}

export const draftRow = <T extends CallRowType, Given extends CallRowFields<T>>(
  type: T,
  payload: Exact<CallRowFields<T>, Given>,
  live?: LiveDetail,
): RowDraft => ({ type, payload, live }) as unknown as RowDraft

/** As it is appended to the log. That the fields are those of the type was checked where the row was made. */
export const eventDraft = (type: RowType, payload: object): EventDraft => ({ type, payload }) as unknown as EventDraft

type Params = Record<string, unknown>

export function statusRow(execution: Execution): RowDraft {
  const { id, session_id, agent, tool_name, status, risk_level, error, error_type } = execution
  const call = { tool_id: id, session_id, ...callIdOf(execution), agent, tool_name }
  return draftRow('tool.status', { ...call, status, risk_level, error, error_code: error_type })
}

export function previewRequestRow(execution: Execution, params: Params | undefined): RowDraft {
  const { id, session_id, agent, tool_name, tool_params, call_digest, risk_level } = execution
  const call = { tool_id: id, session_id, agent, tool_name, tool_params: abridge(tool_params), digest: call_digest, risk_level }
  return draftRow('tool.preview_request', call, params && { tool_params: params })
}

/** The row of the log; the runner's rendering adds raw parameters and clearance, which the log must not hold. */
export function signalRow(execution: ExecutionIn<'executing'>, params: Params | undefined, moves: readonly LoggedMove[]): RowDraft {
  return draftRow(
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
    },
    params && { tool_params: params, clearance: execution.clearance },
  )
}

/** Gives the order of the calls of one step: several may begin in the same millisecond. */
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
