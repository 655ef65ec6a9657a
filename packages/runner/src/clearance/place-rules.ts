// What rules say to places of the workspace while one call uses them. Names were judged before; here it is the object that was really
// opened, wherever links led by then.
import { createPathTest, hiddenGlobs, isNamedOrBelow, type Rule, refusal } from '@countersign/policy'
import { type Clearance, isOwnAnswer } from '@countersign/protocol'
import { needsAnswer, RefusedByPolicy, unanswered } from './refused-by-policy.ts'

export interface PlaceRules {
  /** Globs of what the call must not see: left out where a tool walks, and covered in the sandbox. */
  readonly hidden: readonly string[]
  /** Throws where the call must not use what has this real name. */
  check(name: string): void
}

export const NO_PLACE_RULES: PlaceRules = { hidden: [], check: () => undefined }

export interface RuledCall {
  readonly tool: string
  /** Those of the runner and of the server that ask or deny. */
  readonly rules: readonly Rule[]
  /** The one that cleared the call. */
  readonly allowedBy?: Rule | undefined
  /** Before there is one, only what no answer lifts is refused. */
  readonly clearance?: Clearance | undefined
}

export function createPlaceRules({ tool, rules, allowedBy, clearance }: RuledCall): PlaceRules {
  const hidden = hiddenGlobs(rules, tool)
  const asksAgain = clearance !== undefined && !isOwnAnswer(clearance.by)
  const tests = rules
    .filter((rule) => rule.paths && (rule.do === 'deny' || (rule.do === 'ask' && asksAgain)) && (rule.tools?.includes(tool) ?? true))
    .sort((one, other) => Number(other.do === 'deny') - Number(one.do === 'deny'))
    .map((rule) => ({ rule, test: createPathTest(rule.paths ?? []) }))
  const isAllowed = allowedBy?.paths && createPathTest(allowedBy.paths)
  if (tests.length === 0 && !isAllowed) return { ...NO_PLACE_RULES, hidden }
  return {
    hidden,
    check(name) {
      const found = tests.find(({ test }) => isNamedOrBelow(test, name))?.rule
      if (found?.do === 'deny') throw new RefusedByPolicy(refusal('POLICY_DENIED', `${found.why} (rule "${found.name}")`))
      if (found && clearance) throw unanswered(clearance.by, `${found.why} (rule "${found.name}")`)
      if (isAllowed && !isAllowed(name)) throw needsAnswer(`rule "${allowedBy?.name}" does not reach ${name}`)
    },
  }
}
