// Makes the rules of one call for the locations that it uses. The requested names were judged before; these rules look at the object
// that was really opened, wherever links led by then.
import { createPathTest, hiddenGlobs, isNamedOrBelow, printable, type Rule, refusal } from '@countersign/policy'
import { type Clearance, isOwnAnswer, sentence } from '@countersign/protocol'
import { type LocationRules, NO_LOCATION_RULES } from '../disk/location-rules.ts'
import { needsAnswer, RefusedByPolicy, unanswered } from './refusals.ts'

export interface RuledCall {
  readonly tool: string
  /** Those of the runner and of the server that ask or deny. */
  readonly rules: readonly Rule[]
  /** The one that cleared the call. */
  readonly allowedBy?: Rule | undefined
  /** Before there is one, only what no answer lifts is refused. */
  readonly clearance?: Clearance | undefined
}

export function createLocationRules({ tool, rules, allowedBy, clearance }: RuledCall): LocationRules {
  const hidden = hiddenGlobs(rules, tool)
  const asksAgain = clearance !== undefined && !isOwnAnswer(clearance.by)
  const tests = rules
    .filter((rule) => rule.paths && (rule.do === 'deny' || (rule.do === 'ask' && asksAgain)) && (rule.tools?.includes(tool) ?? true))
    .sort((one, other) => Number(other.do === 'deny') - Number(one.do === 'deny'))
    .map((rule) => ({ rule, test: createPathTest(rule.paths ?? []) }))
  const isAllowed = allowedBy?.paths && createPathTest(allowedBy.paths)
  if (tests.length === 0 && !isAllowed) return { ...NO_LOCATION_RULES, hidden }
  return {
    hidden,
    check(name) {
      const found = tests.find(({ test }) => isNamedOrBelow(test, name))?.rule
      const why = found && sentence('subject.denied-by-rule', { why: printable(found.why), rule: found.name })
      if (why && found.do === 'deny') throw new RefusedByPolicy(refusal('POLICY_DENIED', why))
      if (why && clearance) throw unanswered(clearance.by, why)
      if (isAllowed && !isAllowed(name))
        throw needsAnswer(sentence('subject.rule-does-not-reach', { rule: allowedBy?.name ?? '', path: printable(name) }))
    },
  }
}
