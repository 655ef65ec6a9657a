// Whether a clearance covers a call as it is judged on this machine, with the real disk. What it does not cover does not run,
// whoever signed for it.
import { matchesRule, printable, type Rule } from '@countersign/policy'
import { type Clearance, isOwnAnswer, isRiskAbove, LOW_RISK_RULE, sentence } from '@countersign/protocol'
import type { JudgedCall } from '@countersign/tools'
import { needsAnswer, refuseClearance, unanswered } from './refusals.ts'
import type { ServerPolicy } from './server-rules.ts'

/** Returns the rule that allows the call, where a rule cleared it. */
export function checkCoverage(judged: JudgedCall, clearance: Clearance, policy: ServerPolicy): Rule | undefined {
  const { tool, risk, network, asks } = judged
  const { by } = clearance
  if (asks[0] !== undefined && !isOwnAnswer(by)) throw unanswered(by, asks[0])
  const allowedBy = by.kind === 'rule' && by.rule !== LOW_RISK_RULE ? requireAllowingRule(judged, by.rule, policy) : undefined
  if (isRiskAbove(risk, clearance.risk)) throw refuseClearance(`the risk is ${risk} here, but ${clearance.risk} was cleared`)
  if (network && !clearance.network) throw refuseClearance('the call needs a network that was not cleared')
  if (tool.preview && isShownToPerson(clearance) && Object.keys(clearance.base_digests).length === 0)
    throw refuseClearance('the clearance does not name the files that were shown')
  return allowedBy
}

/**
 * A clearance by a rule is believed only where that rule, as it is in force, covers the call: the commands as they are read here,
 * and every name by what it leads to on this disk.
 */
function requireAllowingRule({ risk, subject }: JudgedCall, named: string, { rules }: ServerPolicy): Rule {
  const rule = rules.find(({ name, do: kind }) => kind === 'allow' && name === named)
  if (!rule) throw needsAnswer(sentence('subject.no-such-rule', { rule: printable(named) }))
  const outside = rule.paths && subject.paths.find((path) => !matchesRule(rule, { ...subject, paths: [path] }))
  if (outside !== undefined) throw needsAnswer(sentence('subject.rule-does-not-reach', { rule: rule.name, path: printable(outside) }))
  if (!matchesRule(rule, subject)) throw needsAnswer(sentence('subject.rule-does-not-cover', { rule: rule.name }))
  if (isRiskAbove(risk, 'MEDIUM') && !rule.cover_high) throw needsAnswer(sentence('subject.rule-does-not-reach-high', { rule: rule.name }))
  return rule
}

const isShownToPerson = ({ by }: Clearance): boolean => isOwnAnswer(by) && (by.kind !== 'person' || by.approval_id !== undefined)
