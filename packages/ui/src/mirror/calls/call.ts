// One tool call as the page shows it: what events reported so far, or the complete record once fetched.
import type { ExecutionView, LateResultView, Risk, Sentence, Status } from '@countersign/protocol'
import { isLong, type ResultSummary, summaryOf } from './call-weight.ts'

export interface Call {
  readonly id: string
  /** Null until an event or the record names it. */
  readonly session_id: string | null
  readonly call_id: string | null
  readonly agent: string
  readonly tool_name: string
  readonly tool_params: Readonly<Record<string, unknown>>
  readonly status: Status
  /** One sentence made from the parameters by the server; null until it is known. */
  readonly description: string | null
  readonly description_form: Sentence | null
  readonly risk_level: Risk | null
  readonly reasons: readonly string[]
  readonly reasons_forms: readonly Sentence[]
  readonly error: string | null
  readonly error_form: Sentence | null
  readonly error_code: string | null
  readonly created_at: string
  readonly started_at: string | null
  readonly completed_at: string | null
  readonly execution_time_ms: number | null
  readonly result: unknown
  /** Numbers, flags and short strings of the result; they stay when the result itself is too long to be kept. */
  readonly summary: ResultSummary
  readonly undone_by: string | null
  /** Reported after the call was recorded as lost. */
  readonly late_result: LateResultView | null
  /** True for the complete record of an ended call; before that parameters may be cut and there is no result. */
  readonly is_whole: boolean
  /** Long enough to be lightened when there are many. */
  readonly is_heavy: boolean
  /** The output seen so far, up to byte `output_next`. */
  readonly output: string
  readonly output_next: number
  /** Bytes of it that never reached the server. */
  readonly output_missing: number
  /** A part of the output is missing here; it can be fetched. */
  readonly output_is_cut: boolean
}

const ENDS: readonly Status[] = ['completed', 'rejected', 'timeout', 'failed', 'cancelled']

export const hasEnded = (status: Status): boolean => ENDS.includes(status)

export const newCall = (id: string, at: string): Call => ({
  id,
  session_id: null,
  call_id: null,
  agent: '',
  tool_name: '',
  tool_params: {},
  status: 'pending',
  description: null,
  description_form: null,
  risk_level: null,
  reasons: [],
  reasons_forms: [],
  error: null,
  error_form: null,
  error_code: null,
  created_at: at,
  started_at: null,
  completed_at: null,
  execution_time_ms: null,
  result: undefined,
  summary: {},
  undone_by: null,
  late_result: null,
  is_whole: false,
  is_heavy: false,
  output: '',
  output_next: 0,
  output_missing: 0,
  output_is_cut: false,
})

/** A later status has a higher number. */
const stageOf = (status: Status): number => (hasEnded(status) ? STAGES.length : STAGES.indexOf(status))
const STAGES: readonly Status[] = ['pending', 'awaiting_approval', 'approved', 'executing']

/**
 * Merges the record into what is known. A record may be older than events that arrived meanwhile: a later status stays.
 */
export function withRecord(call: Call, record: ExecutionView): Call {
  if (hasEnded(call.status) && !hasEnded(record.status)) return call
  const status = stageOf(record.status) < stageOf(call.status) ? call.status : record.status
  return {
    ...call,
    session_id: record.session_id,
    call_id: record.call_id,
    agent: record.agent,
    tool_name: record.tool_name,
    tool_params: record.tool_params,
    description: call.description ?? record.description,
    description_form: call.description_form ?? record.description_form ?? null,
    status,
    risk_level: record.risk_level,
    reasons: record.reasons,
    reasons_forms: record.reasons_forms ?? [],
    error: record.error ?? null,
    error_form: record.error_form ?? null,
    error_code: record.error_code ?? null,
    created_at: record.created_at,
    started_at: record.started_at,
    completed_at: record.completed_at,
    execution_time_ms: record.execution_time_ms,
    result: record.result,
    summary: summaryOf(record.result),
    undone_by: record.undone_by,
    late_result: record.late_result ?? null,
    // Output of a call that was already running when it was first seen is incomplete.
    output_is_cut: call.output_is_cut || (status === 'executing' && call.output === ''),
    is_whole: hasEnded(record.status),
    is_heavy: isLong(record.tool_params) || isLong(record.result),
  }
}
