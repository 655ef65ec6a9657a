// What readers see of an execution. REST: an agent gets its own raw result, everybody else the masked form. The stream: the runner sees
// what it may run, the operator sees everything else; an outdated attempt is never shown to a runner again, so nothing runs from history.
import {
  adviceForm,
  type CallView,
  type Execution,
  type ExecutionView,
  inEnglish,
  isErrorCode,
  isSeenBy,
  LIMITS,
  type RowPayload,
  readRow,
  readSentEvent,
  type SentEvent,
  type Sentence,
  sentence,
  visibleSentence,
} from '@countersign/protocol'
import { readCall } from '@countersign/tools'
import type { FeedItem, LiveDetail } from '../../feed/follower.ts'
import type { Core } from '../../work/core.ts'
import { lateViewOf } from '../late-result.ts'
import { rawParams } from '../record.ts'

export type Audience = 'operator' | 'runner' | 'both'

/** The rows that a runner acts on: they are sent with the raw parameters. */
type ForRunner = { [T in 'tool.preview_request' | 'tool.execution_signal']: { readonly type: T; readonly payload: RowPayload<T> } }

export async function renderItem(core: Core, item: FeedItem, audience: Audience): Promise<SentEvent[]> {
  const { type } = item.row
  if (audience === 'runner' && !isSeenBy(type, 'runner')) return []
  const row = readRow(item.row)
  if (row.type !== 'tool.preview_request' && row.type !== 'tool.execution_signal') return [readSentEvent(item.row)]
  const forOperator = audience !== 'runner' && row.type === 'tool.execution_signal' ? [renderStart(row.payload)] : []
  return audience === 'operator' ? forOperator : [...forOperator, ...(await renderForRunner(core, row, item.live))]
}

/** To an operator, a signal reports on the call without the power to run it; a preview stays between server and runner. */
function renderStart(payload: RowPayload<'tool.execution_signal'>): SentEvent {
  const { tool_id, session_id, call_id, agent, tool_name, tool_params, risk_level, timestamp } = payload
  const begun = { tool_id, session_id, call_id, agent, tool_name, tool_params, status: 'executing', risk_level, timestamp } as const
  const title = tool_params && describeCall({ tool_name, tool_params })
  return { type: 'tool.status', data: title ? { ...begun, description: inEnglish(title), description_form: title } : begun }
}

async function renderForRunner(core: Core, row: ForRunner[keyof ForRunner], live: LiveDetail | undefined): Promise<SentEvent[]> {
  const detail = live ?? (await readOpenCall(core, row))
  if (!detail) return []
  const { tool_id, tool_name, digest, timestamp } = row.payload
  const isLong = JSON.stringify(detail.tool_params).length > LIMITS.inlineValueBytes
  const tool_params = isLong ? {} : detail.tool_params
  const call = { tool_id, tool_name, tool_params, digest, ...(isLong && { abridged: true }), timestamp }
  if (row.type === 'tool.preview_request') return [{ type: row.type, data: call }]
  const { attempt_id } = row.payload
  return detail.clearance === undefined ? [] : [{ type: row.type, data: { ...call, attempt_id, clearance: detail.clearance } }]
}

/** Undefined if the call no longer waits for this. */
async function readOpenCall(core: Core, row: ForRunner[keyof ForRunner]): Promise<LiveDetail | undefined> {
  const execution = await core.store.read((tx) => tx.executions.get(row.payload.tool_id))
  if (!execution || !isOpen(execution, row)) return undefined
  const detail = { tool_params: await rawParams(core, execution) }
  return execution.status === 'executing' ? { ...detail, clearance: execution.clearance } : detail
}

const isOpen = (execution: Execution, row: ForRunner[keyof ForRunner]): boolean =>
  row.type === 'tool.preview_request'
    ? execution.status === 'pending' && execution.call_digest === row.payload.digest
    : execution.status === 'executing' && execution.attempt_id === row.payload.attempt_id

/** Fields that only the agent that made the call gets. */
export type AgentDetails = Pick<CallView, 'report' | 'operator_change'>

export function callViewOf(execution: Execution, result: unknown = execution.result, details: AgentDetails = {}): CallView {
  const { id, tool_name, session_id, status, approval_id, error, error_type, error_details, late_result } = execution
  return {
    tool_id: id,
    tool_name,
    session_id,
    status,
    approval_id,
    ...(result != null && { result }),
    ...details,
    ...(error !== null && { error, error_form: error_details?.form, error_code: error_type ?? 'INTERNAL', ...adviceOf(execution) }),
    ...(error_details?.operator_reason && { operator_reason: error_details.operator_reason }),
    ...(late_result && { late_result: lateViewOf(late_result) }),
  }
}

/** What to do after a failure: the judge's advice for a refusal, otherwise the registry's advice for the code. */
export function adviceOf({ risk_level, reasons, error_type, error_details }: Execution): Pick<CallView, 'advice' | 'advice_form'> {
  if (error_details?.advice) return { advice: error_details.advice, advice_form: error_details.advice_form }
  // In rows from before `error_details`, the advice of a refusal is their only reason.
  const [said] = risk_level === null && !error_details ? reasons : []
  if (said !== undefined) return { advice: said }
  const advice = adviceForm(isErrorCode(error_type) ? error_type : 'INTERNAL')
  return { advice: inEnglish(advice), advice_form: advice }
}

export function executionViewOf(execution: Execution, result: unknown = execution.result, details: AgentDetails = {}): ExecutionView {
  const { project_id, agent, call_id, tool_params, risk_level, reasons, requires_approval, cleared_by, call_digest } = execution
  const title = describeCall(execution)
  const { execution_time_ms, created_at, approved_at, started_at, completed_at, status, runner_deadline_at } = execution
  return {
    ...callViewOf(execution, result, details),
    project_id,
    agent,
    call_id,
    tool_params,
    description: inEnglish(title),
    description_form: title,
    risk_level,
    reasons,
    ...(execution.reasons_forms && { reasons_forms: execution.reasons_forms }),
    requires_approval,
    cleared_by,
    call_digest,
    waiting_for_runner: runner_deadline_at !== null && (status === 'pending' || status === 'approved'),
    execution_time_ms,
    created_at,
    approved_at,
    started_at,
    completed_at,
    undone_by: execution.undone_by,
  }
}

/**
 * A call in one sentence, made from its parameters and never from the agent's words; only the name of the tool if the parameters are not
 * valid for it.
 */
export function describeCall({ tool_name, tool_params }: { readonly tool_name: string; readonly tool_params: object }): Sentence {
  const call = readCall(tool_name, { ...tool_params }, { byOperator: true })
  return visibleSentence('refusal' in call ? sentence('text', { text: tool_name }) : call.ask())
}
