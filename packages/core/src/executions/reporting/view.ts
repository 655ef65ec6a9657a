// An execution as REST shows it. An agent gets its own raw result; everybody else gets the masked form.
import {
  adviceForm,
  type CallView,
  type Execution,
  type ExecutionView,
  inEnglish,
  isErrorCode,
  type Sentence,
  sentence,
  visibleSentence,
} from '@countersign/protocol'
import { readCall } from '@countersign/tools'
import { lateViewOf } from '../late-result.ts'

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
