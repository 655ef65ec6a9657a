// The runner's own judgement, by the same code as the server's but with the real disk. A call that is refused here,
// or that is riskier than what was cleared, does not run, whoever signed for it.
import { type Facts, isRefused, type Judgement, judgeSafely, type Refusal, refusal } from '@countersign/policy'
import { type Clearance, Failure, isOwnAnswer, isRiskAbove } from '@countersign/protocol'
import type { AnyTool } from '@countersign/tools'
import type { RunnerRule } from './runner-rules.ts'
import { refuseClearance } from './verify-clearance.ts'

export interface SecondJudgement {
  readonly tool: AnyTool
  readonly input: unknown
  readonly clearance: Clearance
  readonly facts: Facts
  readonly rules: readonly RunnerRule[]
}

export function judgeAgain({ tool, input, clearance, facts, rules }: SecondJudgement): void {
  const judgement: Judgement = judgeSafely(() => tool.judge(input as never, facts))
  if (isRefused(judgement)) throw new RefusedByPolicy(judgement.refusal)
  applyRunnerRules(rules, { tool, input, clearance, facts })
  if (isRiskAbove(judgement.risk, clearance.risk))
    throw refuseClearance(`the risk is ${judgement.risk} here, but ${clearance.risk} was cleared`)
  if (judgement.network && !clearance.network) throw refuseClearance('the call needs a network that was not cleared')
  if (tool.preview && isShownToPerson(clearance) && Object.keys(clearance.base_digests).length === 0)
    throw refuseClearance('the clearance does not name the files that were shown')
}

/** Returns why the call needs somebody's own answer. Before there is a clearance, only what no answer lifts is refused. */
export function applyRunnerRules(
  rules: readonly RunnerRule[],
  { clearance, ...call }: Parameters<RunnerRule>[0] & { readonly clearance?: Clearance },
): string[] {
  const verdicts = rules.flatMap((rule) => rule(call) ?? [])
  for (const { does, reason } of verdicts) if (does === 'deny') throw new RefusedByPolicy(refusal('POLICY_DENIED', reason))
  const asks = verdicts.map(({ reason }) => reason)
  if (asks[0] === undefined || clearance === undefined || isOwnAnswer(clearance.by)) return asks
  const what = `only a person's own answer clears this, not a ${clearance.by.kind}: ${asks[0]}`
  throw new RefusedByPolicy(refusal('POLICY_DENIED', what, 'Ask the operator to make this call or to change runner.toml.'))
}

const isShownToPerson = ({ by }: Clearance): boolean => isOwnAnswer(by) && (by.kind !== 'person' || by.approval_id !== undefined)

/** Keeps the sentence of the judge, which says what to do instead. */
export class RefusedByPolicy extends Failure {
  constructor({ code, message }: Refusal) {
    super(code)
    this.message = message
  }
}
