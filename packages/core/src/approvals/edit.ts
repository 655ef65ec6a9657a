// Approve with edited parameters: they are validated and rated again. If the operator has not seen the result yet, they are asked again:
// always for a file change (its diff is new), for a command only if its risk or network access is more than was shown.
import {
  type Approval,
  callDigest,
  canonicalJson,
  digestOf,
  type Execution,
  type ExecutionIn,
  Failure,
  inEnglish,
} from '@countersign/protocol'
import { type JudgedCall, judgeCall } from '@countersign/tools'
import { guardOf, judgedMode, loadJudging } from '../executions/judging.ts'
import { requestPreview } from '../executions/pending-call.ts'
import type { LoadedForJudgement } from '../executions/record.ts'
import type { Core, Work } from '../work/core.ts'
import type { Amendment } from '../work/work.ts'
import { goesBeyond, isPreviewed, needsNewApproval } from './check-edit.ts'
import { openApproval } from './open.ts'

export interface EditRequest {
  readonly approval: Approval
  readonly execution: ExecutionIn<'awaiting_approval'>
  readonly params: Record<string, unknown>
  readonly loaded: LoadedForJudgement
  /** The edit only leaves out parts of what was shown, so nothing is asked again. */
  readonly isPart: boolean
}

export interface Edit {
  readonly params: Record<string, unknown>
  readonly judged: JudgedCall
  /** What the edit changes in the execution. */
  readonly changes: Amendment
  readonly isPreviewed: boolean
  readonly needsNewApproval: boolean
}

export async function judgeEdit(core: Core, work: Work, { approval, execution, params, loaded, isPart }: EditRequest): Promise<Edit> {
  const judging = await loadJudging(work.tx, execution.project_id)
  const { runner } = judging
  const guard = guardOf(core, judging, { ...loaded, mode: judgedMode(execution) })
  const judged = judgeCall(execution.tool_name, params, { ...guard, byOperator: isPart })
  if ('refusal' in judged) throw new Failure(judged.refusal.code, { subject: judged.refusal.messageForm })
  const edited = { judged, approval, execution, runner, at: work.at }
  return {
    params,
    judged,
    changes: { ...changesOf(core, execution.tool_name, params, judged), ...(isPart && riskOf(execution)) },
    isPreviewed: isPreviewed(edited),
    needsNewApproval: isPart ? goesBeyond(edited) : needsNewApproval(edited),
  }
}

/** A part keeps the risk that was shown: the runner may have found more than the names say. */
const riskOf = ({ risk_level, reasons, reasons_forms }: Execution): Amendment => ({ risk_level, reasons, reasons_forms })

/** The caller of `decide` stores the raw form of the edited parameters before the transaction. */
function changesOf(core: Core, tool_name: string, params: Record<string, unknown>, judged: JudgedCall): Amendment {
  const masked = core.masker.maskValue(params)
  return {
    tool_params: masked,
    params_digest: digestOf(canonicalJson(params)),
    params_masked: masked !== params,
    call_digest: callDigest({ tool_name, tool_params: params, network: judged.network }),
    network: judged.network,
    call_class: judged.pieces[0]?.classes[0]?.key ?? null,
    risk_level: judged.risk,
    reasons: judged.reasons.map(inEnglish),
    reasons_forms: [...judged.reasons],
  }
}

export async function askAgain(
  core: Core,
  work: Work,
  execution: ExecutionIn<'pending'>,
  { params, judged, isPreviewed }: Edit,
): Promise<void> {
  if (isPreviewed) await requestPreview(core, work, execution, params)
  else await openApproval(core, work, { execution, judged, preview: null, params })
}
