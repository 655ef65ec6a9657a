// What clears a call without asking, if anything: the risk table for LOW, a rule of the policy file, or a grant. A rule that asks overrides
// all of them; HIGH is covered only if that was stated explicitly.
import {
  type ClearedBy,
  canonicalJson,
  type Digest,
  digestOf,
  type Grant,
  isRiskAbove,
  LOW_RISK_RULE,
  referenceTo,
} from '@countersign/protocol'
import type { JudgedCall } from '@countersign/tools'

export function findClearance(call: JudgedCall, grants: readonly Grant[]): ClearedBy | undefined {
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

/**
 * What a grant for exactly one call is bound to: the tool and all its parameters after parsing. A text counts by the hash of its bytes, so
 * that it is the same whether it was sent inline or by reference.
 */
export function exactDigest(toolName: string, input: Readonly<Record<string, unknown>>): Digest {
  const entries = Object.entries(input).map(([name, value]) => [name, typeof value === 'string' ? referenceTo(value) : value])
  return digestOf(canonicalJson({ tool_name: toolName, tool_params: Object.fromEntries(entries) }))
}
