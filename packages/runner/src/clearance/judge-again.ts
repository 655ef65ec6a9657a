// The runner's own judgement, by the same code as the server's but with the real disk. A call that is refused here,
// or that is riskier than what was cleared, does not run, whoever signed for it.
import { decidingRule, type Facts, isRefused, type Judgement, judgeSafely, type Rule, refusal } from '@countersign/policy'
import { type Clearance, isOwnAnswer, isRiskAbove } from '@countersign/protocol'
import { type AnyTool, subjectOfCall } from '@countersign/tools'
import { requireAllowingRule } from './allowing-rule.ts'
import { RefusedByPolicy, unanswered } from './refused-by-policy.ts'
import { NO_SERVER_POLICY, type ServerPolicy } from './server-rules.ts'
import { refuseClearance } from './verify-clearance.ts'

export interface SecondJudgement {
  readonly tool: AnyTool
  readonly input: unknown
  readonly clearance: Clearance
  readonly facts: Facts
  /** The runner's own. */
  readonly rules: readonly Rule[]
  readonly policy: ServerPolicy
}

/** Returns the rule that allows the call, where one cleared it. */
export function judgeAgain({ tool, input, clearance, facts, rules, policy }: SecondJudgement): Rule | undefined {
  const judgement: Judgement = judgeSafely(() => tool.judge(input as never, facts))
  if (isRefused(judgement)) throw new RefusedByPolicy(judgement.refusal)
  applyRules({ rules, policy }, { tool, input, clearance, facts })
  const allowedBy = requireAllowingRule(policy, clearance, { ...judgement, subject: subjectOfCall(tool, input, facts) })
  if (isRiskAbove(judgement.risk, clearance.risk))
    throw refuseClearance(`the risk is ${judgement.risk} here, but ${clearance.risk} was cleared`)
  if (judgement.network && !clearance.network) throw refuseClearance('the call needs a network that was not cleared')
  if (tool.preview && isShownToPerson(clearance) && Object.keys(clearance.base_digests).length === 0)
    throw refuseClearance('the clearance does not name the files that were shown')
  return allowedBy
}

export interface RulesHere {
  /** The runner's own. */
  readonly rules: readonly Rule[]
  readonly policy?: ServerPolicy
}

export interface RuledCall {
  readonly tool: AnyTool
  readonly input: unknown
  readonly facts: Facts
  /** Before there is one, only what no answer lifts is refused. */
  readonly clearance?: Clearance
}

/** Returns why the call needs somebody's own answer. */
export function applyRules({ rules, policy = NO_SERVER_POLICY }: RulesHere, { tool, input, facts, clearance }: RuledCall): string[] {
  const subject = subjectOfCall(tool, input, facts)
  const own = decidingRule(rules, subject)
  const found = [
    ...(own ? [{ rule: own, of: ' of this runner' }] : []),
    ...[decidingRule(policy.rules, subject)].flatMap((rule) => (rule && rule.do !== 'allow' ? [{ rule, of: '' }] : [])),
  ].map(({ rule, of }) => ({ does: rule.do, reason: `${rule.why} (rule "${rule.name}"${of})` }))
  for (const { does, reason } of found) if (does === 'deny') throw new RefusedByPolicy(refusal('POLICY_DENIED', reason))
  const asks = found.map(({ reason }) => reason)
  if (asks[0] !== undefined && clearance && !isOwnAnswer(clearance.by)) throw unanswered(clearance.by, asks[0])
  return asks
}

const isShownToPerson = ({ by }: Clearance): boolean => isOwnAnswer(by) && (by.kind !== 'person' || by.approval_id !== undefined)
