// What approving with edited parameters would lead to, without doing it: the same judgement as the answer itself gets.
import { type Approval, type Execution, isRiskAbove, type Runner } from '@countersign/protocol'
import { type JudgedCall, judgeCall } from '@countersign/tools'
import { describeVerdict, type Verdict } from '../executions/judgement/give-verdict.ts'
import { loadForJudgement } from '../executions/judgement/load-for-judgement.ts'
import { type Core, guardOf, isPlain } from '../work/core.ts'

export interface EditVerdict extends Verdict {
  /** The operator is asked again: for a new preview, a higher risk or the network. */
  readonly needs_new_approval: boolean
  /** The same, under the name that older clients know. */
  readonly asks_anew: boolean
}

export async function checkEdit(core: Core, approval: Approval, params: Record<string, unknown>): Promise<EditVerdict> {
  const { project_id, tool_name, tool_id } = approval
  const loaded = await loadForJudgement(core, { project_id, tool_name, tool_params: params })
  const [runner, execution] = await core.store.read(async (tx) => [await tx.runners.get(project_id), await tx.executions.get(tool_id)])
  const judged = judgeCall(tool_name, params, guardOf(core, runner, loaded))
  const at = new Date(core.clock.now()).toISOString()
  const isAccepted = execution !== undefined && !('refusal' in judged)
  const needsNew = isAccepted && needsNewApproval({ judged, approval, execution, runner, at })
  return { ...describeVerdict(judged), needs_new_approval: needsNew, asks_anew: needsNew }
}

export interface Edited {
  readonly judged: JudgedCall
  readonly approval: Approval
  readonly execution: Execution
  readonly runner: Runner | undefined
  readonly at: string
}

/** A plain client shows nothing, so that there is nothing new to be seen. */
export const isPreviewed = ({ judged, runner, at }: Pick<Edited, 'judged' | 'runner' | 'at'>): boolean =>
  judged.tool.preview !== undefined && !isPlain(runner, at)

/** More than was shown: a file change always, for its diff is new; a command where its risk or its network is more. */
export const needsNewApproval = (edited: Edited): boolean =>
  isPreviewed(edited) || isRiskAbove(edited.judged.risk, edited.approval.risk_level) || (edited.judged.network && !edited.execution.network)
