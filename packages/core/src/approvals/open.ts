// Opens an approval. Its text is made from the parameters, never from the agent's words; its time limit starts now.
import {
  type Approval,
  type ApprovalId,
  type BaseDigests,
  type Execution,
  type ExecutionIn,
  inEnglish,
  LIMITS,
  type Preview,
  visibleSentence,
} from '@countersign/protocol'
import type { JudgedCall } from '@countersign/tools'
import type { QuestionForms } from '../executions/record.ts'
import { offeredScopes } from '../grants/offer-scopes.ts'
import { type Core, later, type Work } from '../work/core.ts'
import { abridge, callIdOf, draftRow, type RowDraft } from '../work/work.ts'
import { maskedParts, maskWords, type Words, wordsOf } from './masked-form.ts'

export interface Asking {
  readonly execution: ExecutionIn<'pending'>
  readonly judged: JudgedCall
  /** Raw parameters: the operator sees them completely while the approval is open. */
  readonly params: Record<string, unknown>
  readonly preview: Preview | null
  readonly base_digests?: BaseDigests
}

export async function openApproval(core: Core, work: Work, asking: Asking): Promise<ExecutionIn<'awaiting_approval'>> {
  const { execution: call, judged, preview } = asking
  const runner = await work.tx.runners.get(call.project_id)
  const facts = { isolation: runner?.isolation ?? 'none', network: judged.network }
  const stored = await storeApproval(core, work, asking, {
    kind: 'approval',
    preview: preview ?? judged.show(facts),
    scopes: await offeredScopes(core, work, { execution: call, judged, base_digests: asking.base_digests ?? {} }),
    timeout_seconds: core.settings.approval_seconds[judged.risk === 'HIGH' ? 'HIGH' : 'MEDIUM'],
  })
  const { id: approval_id, base_digests, risk_level } = stored.approval
  const { reasons, reasons_forms } = stored.masked
  const asked = { approval_id, base_digests, risk_level, reasons, reasons_forms }
  return work.move(call, { type: 'approval.requested', ...asked }, () => askedRow(stored, call))
}

export interface StoredApproval {
  readonly approval: Approval
  /** The masked form, as in events and records. */
  readonly masked: Words
}

type Terms = Pick<Approval, 'kind' | 'preview' | 'scopes' | 'timeout_seconds'>

export async function storeApproval(core: Core, work: Work, asking: Omit<Asking, 'preview'>, terms: Terms): Promise<StoredApproval> {
  const { execution, judged, params, base_digests } = asking
  const title = visibleSentence(judged.ask())
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
    description: inEnglish(title),
    description_form: title,
    risk_level: judged.risk,
    reasons: judged.reasons.map(inEnglish),
    reasons_forms: [...judged.reasons],
    mode: execution.mode,
    list_offers: [...judged.listOffers],
    digest: execution.call_digest,
    base_digests: base_digests ?? {},
    created_at: work.at,
    expires_at: later(work.now, terms.timeout_seconds),
    warned: terms.timeout_seconds <= LIMITS.approvalWarningSeconds,
    masked: [],
    decision: null,
  }
  const masked = maskWords(core.masker, wordsOf(approval))
  const stored = { approval: { ...approval, masked: maskedParts(wordsOf(approval), masked) }, masked }
  await work.tx.approvals.insert(stored.approval)
  return stored
}

const isTooLong = (preview: Preview | null): boolean => JSON.stringify(preview).length > LIMITS.inlineValueBytes

export function askedRow({ approval, masked: words }: StoredApproval, call: Pick<Execution, 'call_id'>): RowDraft {
  const { id, user_id, project_id, kind, status, created_at, warned, decision, base_digests, masked, mode, list_offers, ...open } = approval
  const { scopes, preview, tool_params: params, ...shown } = { ...open, ...words }
  const tooLong = isTooLong(preview)
  const tool_params = abridge(params)
  const abridged = tooLong || masked.length > 0 || JSON.stringify(tool_params) !== JSON.stringify(params)
  const fields = {
    approval_id: id,
    ...callIdOf(call),
    ...shown,
    tool_params,
    preview: tooLong ? null : preview,
    ...(masked.length > 0 && { masked }),
    ...(abridged && { abridged }),
  }
  return kind === 'question'
    ? draftRow('tool.question', fields)
    : draftRow('tool.approval_request', { ...fields, scopes, mode, list_offers })
}

export interface AskingQuestion {
  readonly execution: ExecutionIn<'pending'>
  readonly judged: JudgedCall
  readonly params: Record<string, unknown>
  readonly forms?: QuestionForms | undefined
}

const withForms = (shown: Preview, forms: QuestionForms | undefined): Preview =>
  shown.kind === 'question' && forms ? { ...shown, message_form: forms.message, actions_forms: [...forms.actions] } : shown

export async function openQuestion(core: Core, work: Work, asking: AskingQuestion): Promise<ExecutionIn<'awaiting_approval'>> {
  const stored = await storeApproval(core, work, asking, {
    kind: 'question',
    preview: asking.judged.shown ? withForms(asking.judged.shown, asking.forms) : null,
    scopes: [],
    timeout_seconds: core.settings.question_seconds,
  })
  const { id } = stored.approval
  return work.move(asking.execution, { type: 'question.asked', approval_id: id }, (execution) => askedRow(stored, execution))
}
