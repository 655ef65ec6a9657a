// Approve with edited parameters: validated and rated anew. What the operator has not seen yet is asked again: a file
// change always (its diff is new), a command only where its risk or its network is more than was shown.
import { type Approval, applyMove, callDigest, canonicalJson, digestOf, type ExecutionIn, Failure } from '@countersign/protocol'
import { type Core, guardOf, later, type Work } from '../core.ts'
import { type JudgedCall, judgeCall } from '../executions/judgement/judge-call.ts'
import type { Ready } from '../executions/judgement/ready-for.ts'
import { replaceExecution } from '../executions/replace.ts'
import { emitPreviewRequest } from '../executions/telling/emit.ts'
import { asksAnew, isPreviewed } from './check-edit.ts'
import { openApproval } from './open.ts'

export interface EditRequest {
  readonly approval: Approval
  readonly execution: ExecutionIn<'awaiting_approval'>
  readonly params: Record<string, unknown>
  readonly ready: Ready
}

export interface Edit {
  readonly params: Record<string, unknown>
  readonly judged: JudgedCall
  readonly execution: ExecutionIn<'awaiting_approval'> | ExecutionIn<'pending'>
  readonly moves: readonly string[]
  readonly asksAnew: boolean
  askAnew(): Promise<void>
}

export async function applyEdit(core: Core, work: Work, { approval, execution, params, ready }: EditRequest): Promise<Edit> {
  const runner = await work.tx.runners.get(execution.project_id)
  const judged = judgeCall(execution.tool_name, params, guardOf(core, runner, ready))
  if ('refusal' in judged) throw new Failure(judged.refusal.code, { subject: judged.refusal.message })
  const edited = withParams(core, execution, params, judged)
  const edit = { judged, approval, execution, runner, at: work.at }
  if (!asksAnew(edit)) return { params, judged, execution: edited, moves: [], asksAnew: false, askAnew: async () => undefined }
  const pending = applyMove(edited, { type: 'call.edited' }) as ExecutionIn<'pending'>
  const askAnew = () => (isPreviewed(edit) ? previewAnew(core, work, pending, params) : approveAnew(core, work, pending, judged, params))
  return { params, judged, execution: pending, moves: ['call.edited'], asksAnew: true, askAnew }
}

/** The raw form of edited parameters is kept by the caller of `decide`, before the transaction. */
function withParams(
  core: Core,
  execution: ExecutionIn<'awaiting_approval'>,
  params: Record<string, unknown>,
  judged: JudgedCall,
): ExecutionIn<'awaiting_approval'> {
  const masked = core.masker.maskValue(params)
  return {
    ...execution,
    tool_params: masked,
    params_digest: digestOf(canonicalJson(params)),
    params_masked: masked !== params,
    call_digest: callDigest({ tool_name: execution.tool_name, tool_params: params, network: judged.network }),
    network: judged.network,
    call_class: judged.classes[0]?.key ?? null,
    risk_level: judged.risk,
    reasons: [...judged.reasons],
  }
}

async function previewAnew(core: Core, work: Work, pending: ExecutionIn<'pending'>, params: Record<string, unknown>): Promise<void> {
  const waiting = { ...pending, runner_deadline_at: later(work.now, core.settings.runner_wait_seconds) }
  await replaceExecution(work, waiting, 'awaiting_approval')
  emitPreviewRequest(work, waiting, params, [])
}

async function approveAnew(
  core: Core,
  work: Work,
  pending: ExecutionIn<'pending'>,
  judged: JudgedCall,
  params: Record<string, unknown>,
): Promise<void> {
  const asked = await openApproval(core, work, { execution: pending, judged, preview: null, params })
  await replaceExecution(work, asked, 'awaiting_approval')
}
