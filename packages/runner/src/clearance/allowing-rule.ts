// A clearance by a rule is believed only where that rule, as it is in force, covers the call: the commands as they are read here, and
// every name by what it leads to on this disk.
import { type CallSubject, matchesRule, type Rule } from '@countersign/policy'
import { type Clearance, isRiskAbove, LOW_RISK_RULE, type Risk } from '@countersign/protocol'
import { needsAnswer } from './refused-by-policy.ts'
import type { ServerPolicy } from './server-rules.ts'

export interface JudgedHere {
  readonly risk: Risk
  readonly subject: CallSubject
}

export function requireAllowingRule({ rules }: ServerPolicy, { by }: Clearance, { risk, subject }: JudgedHere): Rule | undefined {
  if (by.kind !== 'rule' || by.rule === LOW_RISK_RULE) return undefined
  const rule = rules.find(({ name, do: kind }) => kind === 'allow' && name === by.rule)
  if (!rule) throw needsAnswer(`no rule "${by.rule}" allows anything now`)
  const outside = rule.paths && subject.paths.find((path) => !matchesRule(rule, { ...subject, paths: [path] }))
  if (outside !== undefined) throw needsAnswer(`rule "${rule.name}" does not reach ${outside}`)
  if (!matchesRule(rule, subject)) throw needsAnswer(`rule "${rule.name}" does not cover this call`)
  if (isRiskAbove(risk, 'MEDIUM') && !rule.cover_high) throw needsAnswer(`rule "${rule.name}" does not reach HIGH risk`)
  return rule
}
