// The question to the operator. Its text is made from the parameters, never from the agent's words; its time starts now.

import { makeVisible } from '@countersign/policy'
import { type Approval, type ApprovalId, applyMove, type BaseDigests, type ExecutionIn, LIMITS, type Preview } from '@countersign/protocol'
import { type Core, later, type Work } from '../core.ts'
import type { JudgedCall } from '../executions/judgement/judge-call.ts'
import { abridge, callIdOf } from '../executions/telling/emit.ts'
import { offeredScopes } from './scopes.ts'

export interface Asking {
  readonly execution: ExecutionIn<'pending'>
  readonly judged: JudgedCall
  /** Raw parameters: the operator sees the whole of it while the question is open. */
  readonly params: Record<string, unknown>
  readonly preview: Preview | null
  readonly base_digests?: BaseDigests
  readonly moves?: readonly string[]
}

/** Returns the execution as it now waits; the caller stores it. */
export async function openApproval(core: Core, work: Work, asking: Asking): Promise<ExecutionIn<'awaiting_approval'>> {
  const { execution: call, judged, preview } = asking
  const runner = await work.tx.runners.get(call.project_id)
  const facts = { isolation: runner?.isolation ?? 'none', network: judged.network }
  const approval = await storeApproval(core, work, asking, {
    kind: 'approval',
    preview: preview ?? judged.tool.show?.(judged.input, facts) ?? null,
    scopes: await offeredScopes(work, call, judged),
    timeout_seconds: core.settings.approval_seconds[judged.risk === 'HIGH' ? 'HIGH' : 'MEDIUM'],
  })
  const { base_digests, risk_level, reasons } = approval
  const execution = { ...asking.execution, base_digests, risk_level, reasons: core.masker.maskValue(reasons) }
  emitAsked(core, work, approval, { call: asking.execution, moves: asking.moves ?? ['approval.requested'] })
  return applyMove(execution, { type: 'approval.requested', approval_id: approval.id }) as ExecutionIn<'awaiting_approval'>
}

type Terms = Pick<Approval, 'kind' | 'preview' | 'scopes' | 'timeout_seconds'>

export async function storeApproval(core: Core, work: Work, asking: Omit<Asking, 'preview'>, terms: Terms): Promise<Approval> {
  const { execution, judged, params, base_digests } = asking
  const approval: Approval = {
    ...terms,
    id: core.ids.next<ApprovalId>(),
    tool_id: execution.id,
    project_id: execution.project_id,
    session_id: execution.session_id,
    user_id: execution.user_id,
    agent: execution.agent,
    status: 'pending',
    tool_name: execution.tool_name,
    tool_params: params,
    description: makeVisible(judged.tool.ask(judged.input)),
    risk_level: judged.risk,
    reasons: [...judged.reasons],
    digest: execution.call_digest,
    base_digests: base_digests ?? {},
    created_at: work.at,
    expires_at: later(work.now, terms.timeout_seconds),
    warned: terms.timeout_seconds <= LIMITS.approvalWarningSeconds,
    decision: null,
  }
  await work.tx.approvals.insert(approval)
  return approval
}

const isTooLong = (preview: Preview | null): boolean => JSON.stringify(preview).length > LIMITS.inlineValueBytes

export interface AskedFor {
  readonly call: Pick<ExecutionIn<'pending'>, 'call_id'>
  readonly moves: readonly string[]
}

export function emitAsked(core: Core, work: Work, approval: Approval, { call, moves }: AskedFor): void {
  const { id, user_id, project_id, kind, status, created_at, warned, decision, base_digests, ...open } = approval
  // Masking megabytes takes long, and what is too long for an event is left out of it.
  const isLong = isTooLong(open.preview)
  const { scopes, preview, ...shown } = core.masker.maskValue(isLong ? { ...open, preview: null } : open)
  const tooLong = isLong || isTooLong(preview)
  const tool_params = abridge(shown.tool_params)
  const abridged = tooLong || JSON.stringify(tool_params) !== JSON.stringify(approval.tool_params)
  work.emit(kind === 'question' ? 'tool.question' : 'tool.approval_request', {
    approval_id: id,
    ...callIdOf(call),
    ...shown,
    ...(kind === 'approval' && { scopes }),
    tool_params,
    preview: tooLong ? null : preview,
    ...(abridged && { abridged }),
    moves,
  })
}
