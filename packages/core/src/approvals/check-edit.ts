// What would follow from approving with edited parameters, without doing it. The same judgement as for the real answer.
import { type Approval, type Execution, isRiskAbove, type Runner } from '@countersign/protocol'
import { type JudgedCall, judgeCall } from '@countersign/tools'
import { describeVerdict, type Verdict } from '../executions/give-verdict.ts'
import { guardOf, judgedMode, loadJudging } from '../executions/judging.ts'
import { loadForJudgement } from '../executions/record.ts'
import { type Core, isPlain } from '../work/core.ts'

export interface EditVerdict extends Verdict {
  /** The operator must be asked again: because of a new preview, a higher risk or network access. */
  readonly needs_new_approval: boolean
  /** The same value, under the name that older clients use. */
  readonly asks_anew: boolean
}

export async function checkEdit(core: Core, approval: Approval, params: Record<string, unknown>): Promise<EditVerdict> {
  const { project_id, tool_name, tool_id } = approval
  const loaded = await loadForJudgement(core, { project_id, tool_name, tool_params: params })
  const [judging, execution] = await core.store.read(async (tx) => [await loadJudging(tx, project_id), await tx.executions.get(tool_id)])
  const { runner } = judging
  const judged = judgeCall(tool_name, params, guardOf(core, judging, { ...loaded, mode: judgedMode(approval) }))
  const at = new Date(core.clock.now()).toISOString()
  const isAccepted = execution !== undefined && !('refusal' in judged)
  const needsNew = isAccepted && needsNewApproval({ judged, approval, execution, runner, at })
  return { ...describeVerdict(judged, judgedMode(approval)), needs_new_approval: needsNew, asks_anew: needsNew }
}

export interface Edited {
  readonly judged: JudgedCall
  readonly approval: Approval
  readonly execution: Execution
  readonly runner: Runner | undefined
  readonly at: string
}

/**
 * Whether the runner shows the call before anybody is asked: what it changes in files, or the text of the scripts that it runs. A plain client
 * makes no previews.
 */
export const isPreviewed = ({ judged, runner, at }: Pick<Edited, 'judged' | 'runner' | 'at'>): boolean =>
  (judged.tool.preview !== undefined || judged.scripts.length > 0) && !isPlain(runner, at)

/**
 * The edit goes beyond what was shown: always for a file change, because its diff is new; for a command if its risk or network access
 * increased.
 */
export const needsNewApproval = (edited: Edited): boolean => isPreviewed(edited) || goesBeyond(edited)

export const goesBeyond = ({ judged, approval, execution }: Edited): boolean =>
  isRiskAbove(judged.risk, approval.risk_level) || (judged.network && !execution.network)
