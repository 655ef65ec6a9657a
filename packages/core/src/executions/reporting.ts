// What readers see of an execution. REST: an agent gets its own raw result, everybody else the masked form. The stream: the runner sees
// what it may run, the operator sees everything else; an outdated attempt is never shown to a runner again, so nothing runs from history.
// The report for the model that called: short, bounded, with what to do next, made from the raw form, which belongs to the agent.
import {
  adviceForm,
  bodyText,
  type CallView,
  type ErrorCode,
  type Execution,
  type ExecutionView,
  failureSentence,
  findReferences,
  inEnglish,
  isErrorCode,
  isSeenBy,
  type LateResult,
  LIMITS,
  markAsData,
  type RowPayload,
  type SentEvent,
  type Sentence,
  sentEvent,
  sentence,
  visibleSentence,
  withTexts,
} from '@countersign/protocol'
import { boundOutput, findTool, MAX_REPORT_CHARACTERS, MAX_REPORT_LINES, quoteOperator, readCall } from '@countersign/tools'
import { eventOf, type FeedItem, type LiveDetail } from '../feed/follower.ts'
import type { Core } from '../work/core.ts'
import { lateViewOf, rawLateResult } from './late-result.ts'
import { findDecision, keptPart, operatorsChange, operatorsWords } from './operators-part.ts'
import { rawParams } from './record.ts'

export type Audience = 'operator' | 'runner' | 'both'

/** The rows that a runner acts on: they are sent with the raw parameters. */
type ForRunner = { [T in 'tool.preview_request' | 'tool.execution_signal']: { readonly type: T; readonly payload: RowPayload<T> } }

export async function renderItem(core: Core, item: FeedItem, audience: Audience): Promise<SentEvent[]> {
  if (audience === 'runner' && !isSeenBy(item.row.type, 'runner')) return []
  const row = eventOf(item)
  if (row.type !== 'tool.preview_request' && row.type !== 'tool.execution_signal') return [sentEvent(row)]
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
  const { session_id } = detail
  const call = { tool_id, ...(session_id && { session_id }), tool_name, tool_params, digest, ...(isLong && { abridged: true }), timestamp }
  if (row.type === 'tool.preview_request') {
    const { mode } = row.payload
    return [{ type: row.type, data: mode ? { ...call, mode } : call }]
  }
  const { attempt_id } = row.payload
  return detail.clearance === undefined ? [] : [{ type: row.type, data: { ...call, attempt_id, clearance: detail.clearance } }]
}

/** Undefined if the call no longer waits for this. */
async function readOpenCall(core: Core, row: ForRunner[keyof ForRunner]): Promise<LiveDetail | undefined> {
  const execution = await core.store.read((tx) => tx.executions.get(row.payload.tool_id))
  if (!execution || !isOpen(execution, row)) return undefined
  const detail = { tool_params: await rawParams(core, execution), session_id: execution.session_id }
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
  const call = readCall(tool_name, { ...tool_params }, { byOperator: true, byCountersign: true })
  return visibleSentence('refusal' in call ? sentence('text', { text: tool_name }) : call.ask())
}

/** A tool limits its own text; these are the few lines that a report may add around it. */
const OWN_LINES = 50
const OWN_CHARACTERS = 4096

interface ReportPart {
  readonly text: string
  /** The content came out of the workspace, whoever wrote it there: it is never an instruction. */
  readonly isData: boolean
}

/** `result` as the agent gets it. Data is marked as data for every agent, internal or external. */
export async function reportOf(core: Core, execution: Execution, result: unknown): Promise<string> {
  const { tool_name, id } = execution
  const { requires_approval, approval_id } = execution
  const said = requires_approval || approval_id ? [await operatorsChange(core, execution), await operatorsWords(core, execution)] : []
  const parts = [...(await outcomeOf(core, execution, result)), ...said.map((text) => ours(text ?? ''))]
  return parts
    .filter(({ text }) => text !== '')
    .map(({ text, isData }) => (isData ? markAsData(tool_name, id, bound(text)) : bound(text)))
    .join('\n')
}

const bound = (text: string): string => boundOutput(text, MAX_REPORT_LINES + OWN_LINES, MAX_REPORT_CHARACTERS + OWN_CHARACTERS)

const ours = (text: string): ReportPart => ({ text, isData: false })

async function outcomeOf(core: Core, execution: Execution, result: unknown): Promise<ReportPart[]> {
  const { status, error } = execution
  if (status === 'rejected') return [ours(await rejection(core, execution))]
  if (status === 'completed') {
    const text = await success(core, execution, (result ?? {}) as Record<string, unknown>)
    return [{ text, isData: !findTool(execution.tool_name)?.question }]
  }
  if (error === null) return [ours(waiting(execution))]
  if (execution.late_result) return lateOutcome(core, execution, execution.late_result)
  const parts = [
    { text: error, isData: isRunners(execution) },
    ours(adviceOf(execution).advice ?? ''),
    { text: printed(result), isData: true },
  ]
  return parts.filter(({ text }) => text !== '')
}

/** The advice for a lost call (look at the workspace first) no longer applies: its outcome is known. */
async function lateOutcome(core: Core, execution: Execution, late: LateResult): Promise<ReportPart[]> {
  const result = await rawLateResult(core, execution, late)
  const lost = ours('The runner was lost while it ran, and told the outcome later. Do not repeat the call without need.')
  if (late.status === 'completed') {
    return [lost, ours('It did finish:'), { text: await success(core, execution, (result ?? {}) as Record<string, unknown>), isData: true }]
  }
  const parts = [lost, ours('It did fail:'), { text: late.error ?? '', isData: true }, { text: printed(result), isData: true }]
  return parts.filter(({ text }) => text !== '')
}

const SERVERS_CODES: readonly (string | null)[] = ['CANCELLED', 'RUNNER_LOST'] satisfies ErrorCode[]

/** The text of a failure at the runner may contain file names or output of git. */
const isRunners = ({ started_at, error_type }: Execution): boolean => started_at !== null && !SERVERS_CODES.includes(error_type)

const waiting = ({ id, status }: Execution): string =>
  `${status === 'awaiting_approval' ? 'It waits for the operator' : 'It is on its way'}. Look again: GET /my/tools/${id}?wait_seconds=30`

async function rejection(core: Core, execution: Execution): Promise<string> {
  const reason = execution.error_details?.operator_reason ?? (await findDecision(core, execution))?.reason
  const part = await keptPart(core, execution)
  const said = [reason ? quoteOperator(reason) : '', part ?? ''].filter((text) => text !== '').join('\n')
  return `${failureSentence('APPROVAL_DENIED')}. ${adviceOf(execution).advice}${said && `\n${said}`}`
}

async function success(core: Core, execution: Execution, result: Record<string, unknown>): Promise<string> {
  const tool = findTool(execution.tool_name)
  const output = tool?.output.safeParse(withTexts(result, await beginnings(core, execution, result)))
  const input = (tool?.answeredInput ?? tool?.input)?.safeParse(withTexts(await rawParams(core, execution)))
  // A plain client may omit fields, and a tool's parameters may have changed since.
  return tool && output?.success && input?.success ? tool.report(output.data, input.data) : JSON.stringify(result, null, 2)
}

/** A value too long for a message is stored as a body; a report shows at most its beginning. */
async function beginnings(core: Core, { project_id }: Execution, result: Record<string, unknown>): Promise<Record<string, string>> {
  const references = Object.entries(findReferences(result)).map(async ([name, { $body }]) => {
    const bytes = await core.bodies.get(project_id, $body, LIMITS.maxOutputBytes)
    return [name, bytes ? bodyText(bytes) : ''] as const
  })
  return Object.fromEntries(await Promise.all(references))
}

/** The output of a command before it was ended. */
function printed(result: unknown): string {
  const { stdout, stderr } = (result ?? {}) as { stdout?: unknown; stderr?: unknown }
  return [stdout, stderr]
    .filter((text): text is string => typeof text === 'string' && text !== '')
    .map((text) => boundOutput(text, MAX_REPORT_LINES / 2, MAX_REPORT_CHARACTERS / 2))
    .join('\n')
}
