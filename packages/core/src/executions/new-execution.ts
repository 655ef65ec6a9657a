// What an agent asks for, and the record that is made of it before anything else is decided about it.
import { maskSentence, type Refused } from '@countersign/policy'
import {
  type BaseDigests,
  callDigest,
  type ExecutionId,
  type ExecutionIn,
  type Failure,
  inEnglish,
  LIMITS,
  type Session,
  type TurnId,
} from '@countersign/protocol'
import { findTool, type JudgedCall } from '@countersign/tools'
import type { Core, Work } from '../work/core.ts'
import type { Principal } from '../work/principal.ts'
import type { MaskedForm } from './raw.ts'

export interface NewCall {
  readonly principal: Principal
  readonly session: Session
  readonly request: CallRequest
  readonly params: MaskedForm<Record<string, unknown>>
  readonly judged: JudgedCall | Refused
}

export function newExecution(core: Core, work: Work, { principal, session, request, params, judged }: NewCall): ExecutionIn<'pending'> {
  const accepted = 'tool' in judged ? judged : undefined
  const toolName = accepted?.tool.name ?? request.tool_name
  const network = accepted?.network ?? false
  const reasons = ('refusal' in judged ? [judged.refusal.adviceForm] : judged.reasons).map((reason) => maskSentence(core.masker, reason))
  return {
    status: 'pending',
    id: core.ids.next<ExecutionId>(),
    user_id: principal.user_id,
    project_id: session.project_id,
    session_id: session.id,
    agent: session.agent,
    call_id: request.call_id ?? null,
    tool_name: toolName,
    tool_params: params.value,
    params_digest: params.digest,
    params_masked: params.masked,
    call_digest: callDigest({ tool_name: toolName, tool_params: request.tool_params, network }),
    base_digests: request.base_digests ?? {},
    risk_level: accepted?.risk ?? null,
    reasons: reasons.map(inEnglish),
    reasons_forms: reasons,
    network,
    call_class: accepted?.classes[0]?.key ?? null,
    requires_approval: false,
    created_at: work.at,
    runner_deadline_at: null,
    approval_id: null,
    cleared_by: null,
    approved_at: null,
    attempt_id: null,
    runner_id: null,
    clearance: null,
    started_at: null,
    completed_at: null,
    execution_time_ms: null,
    result: null,
    result_digest: null,
    result_masked: false,
    error: null,
    error_type: null,
    undone_by: null,
    output_bytes: null,
    late_result: null,
  }
}

export interface CallRequest {
  readonly tool_name: string
  readonly tool_params: Record<string, unknown>
  readonly session_id?: string | undefined
  readonly call_id?: string | undefined
  /** What the files of the operator's own save must still hold: the editor's own reading of them. */
  readonly base_digests?: BaseDigests | undefined
  /** Of the turn that makes the call: one that has ended calls nothing any more. */
  readonly turn_id?: TurnId | undefined
  /** The operator is asked even where nothing else says so. */
  readonly always_ask?: boolean | undefined
  /** Why the channel that the call came by does not carry it: recorded like any other refusal. */
  readonly refusal?: Failure | undefined
}

type Params = Record<string, unknown>

/**
 * A call that may take a while says how long. Where it does not, the default becomes a part of it, so that whoever is asked, and
 * whoever runs it, reads it there.
 */
export const withTimeout = (toolName: string, params: Params): Params =>
  'timeout' in (findTool(toolName)?.input.shape ?? {}) && params.timeout === undefined
    ? { ...params, timeout: LIMITS.defaultCommandSeconds }
    : params
