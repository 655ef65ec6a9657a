// Applies events of tool calls: status, output, approval requests.
import type { EventPayload } from '@countersign/protocol'
import { type Call, hasEnded, newCall } from '../calls/call.ts'
import type { Draft } from '../state/draft.ts'
import { MIRROR_LIMITS } from '../state/state.ts'
import { positionOfNewCall } from '../state/timeline-positions.ts'

export function applyStatus(draft: Draft, data: EventPayload<'tool.status'>): void {
  const before = callOf(draft, data)
  if (hasEnded(before.status)) return
  const { status, timestamp } = data
  putCall(draft, {
    ...before,
    agent: data.agent ?? before.agent,
    tool_name: data.tool_name || before.tool_name,
    tool_params: data.tool_params ?? before.tool_params,
    risk_level: data.risk_level ?? before.risk_level,
    description: data.description ?? before.description,
    description_form: data.description_form ?? before.description_form,
    status,
    error: data.error ?? null,
    error_form: data.error_form ?? null,
    error_code: data.error_code ?? null,
    started_at: status === 'executing' ? timestamp : before.started_at,
    completed_at: hasEnded(status) ? timestamp : null,
  })
  draft.count('calls')
}

/** For an ended call this only says that its processes end too. */
export function applyCancel(draft: Draft, { tool_id, error, error_form, timestamp }: EventPayload<'tool.cancel'>): void {
  if (error === undefined || !draft.state.calls.has(tool_id)) return
  applyStatus(draft, { tool_id, tool_name: '', status: 'cancelled', error, error_form, error_code: 'CANCELLED', timestamp })
}

/** The rest is in the record, which must be read again. */
export function applyLateResult(draft: Draft, data: EventPayload<'tool.late_result'>): void {
  const before = draft.state.calls.get(data.tool_id)
  if (!before || before.late_result) return
  const { status, execution_time_ms, error, error_form, error_code, timestamp: received_at } = data
  const failure = { ...(error !== null && { error }), ...(error_form && { error_form }), ...(error_code !== null && { error_code }) }
  draft.put('calls', data.tool_id, { ...before, late_result: { status, received_at, execution_time_ms, ...failure }, is_whole: false })
  draft.count('calls')
}

export function markAsked(draft: Draft, data: EventPayload<'tool.approval_request'> | EventPayload<'tool.question'>): void {
  const before = callOf(draft, data)
  if (hasEnded(before.status)) return
  const { agent, tool_name, tool_params, risk_level, reasons, description } = data
  const forms = { reasons_forms: data.reasons_forms ?? [], description_form: data.description_form ?? null }
  const reported = { agent, tool_name, tool_params, risk_level, reasons, description, ...forms }
  putCall(draft, { ...before, ...reported, status: 'awaiting_approval' })
  draft.count('calls')
}

const encoder = new TextEncoder()
const LEFT_CHARACTERS = (MIRROR_LIMITS.outputCharacters * 3) / 4

/** `offset` counts the bytes printed before this piece; a repeated piece is not shown twice. */
export function applyOutput(draft: Draft, { tool_id, offset, data }: EventPayload<'tool.output'>): void {
  const before = draft.state.calls.get(tool_id)
  if (!before || offset < before.output_next) return
  const whole = before.output + data
  draft.put('calls', tool_id, {
    ...before,
    output: whole.length > MIRROR_LIMITS.outputCharacters ? whole.slice(-LEFT_CHARACTERS) : whole,
    output_next: offset + encoder.encode(data).length,
    output_is_cut: before.output_is_cut || offset > before.output_next || whole.length > MIRROR_LIMITS.outputCharacters,
    is_heavy: true,
  })
}

export interface ReadOutput {
  readonly text: string
  /** Bytes up to here are in `text`. */
  readonly next: number
  /** How many of those bytes are missing. */
  readonly missing: number
}

/** Stores output read by REST, unless events have reported more meanwhile. */
export function putOutput(draft: Draft, id: string, { text, next, missing }: ReadOutput): void {
  const before = draft.state.calls.get(id)
  if (!before || next < before.output_next) return
  const output = text.slice(-MIRROR_LIMITS.outputCharacters)
  const output_is_cut = output.length < text.length
  draft.put('calls', id, { ...before, output, output_next: next, output_missing: missing, output_is_cut, is_heavy: true })
}

type AboutCall = Pick<EventPayload<'tool.status'>, 'tool_id' | 'session_id' | 'call_id' | 'timestamp'>

const callOf = (draft: Draft, data: AboutCall): Call => {
  const known = draft.state.calls.get(data.tool_id) ?? newCall(data.tool_id, data.timestamp)
  return { ...known, session_id: data.session_id ?? known.session_id, call_id: data.call_id ?? known.call_id }
}

/** Also inserts it into its conversation once its session is known. */
export function putCall(draft: Draft, call: Call): void {
  const isNew = !draft.state.calls.get(call.id)?.session_id
  draft.put('calls', call.id, call)
  if (isNew && call.session_id && draft.state.timelines.has(call.session_id))
    draft.place(call.session_id, positionOfNewCall(draft.state, call.session_id, call))
}
