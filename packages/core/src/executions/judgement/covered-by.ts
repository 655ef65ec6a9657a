// What clears a call without asking, if anything does: the risk table for LOW, a rule of the policy file, or a grant.
// A rule that asks beats all of them; HIGH is covered only where that was said.
import { type ClearedBy, type Grant, isRiskAbove, LOW_RISK_RULE } from '@countersign/protocol'
import { exactDigest } from './exact-digest.ts'
import type { JudgedCall } from './judge-call.ts'

export function coveredBy(call: JudgedCall, grants: readonly Grant[]): ClearedBy | undefined {
  if (call.rule?.do === 'ask') return undefined
  if (call.risk === 'LOW') return { kind: 'rule', rule: LOW_RISK_RULE }
  const isHigh = isRiskAbove(call.risk, 'MEDIUM')
  if (call.rule && (!isHigh || call.rule.cover_high)) return { kind: 'rule', rule: call.rule.name }
  const usable = grants.filter((candidate) => !isHigh || candidate.cover_high)
  const grant = usable.find((candidate) => isForExactly(candidate, call)) ?? usable.find((candidate) => covers(candidate, call))
  return grant && { kind: 'grant', grant_id: grant.id }
}

const covers = (grant: Grant, call: JudgedCall): boolean =>
  grant.scope === 'session' || (grant.scope === 'class' && call.classes.some(({ key }) => key === grant.class))

const isForExactly = (grant: Grant, { tool, input }: JudgedCall): boolean =>
  grant.scope === 'exact' && grant.class === exactDigest(tool.name, input)
