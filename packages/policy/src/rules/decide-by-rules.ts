// What the rules decide about a call. Among matching rules, deny beats ask and ask beats allow; the first of the strongest is reported.
import type { CallSubject } from './call-subject.ts'
import { matchesRule } from './match-rule.ts'
import type { Rule } from './policy-file.ts'

const STRENGTH = ['deny', 'ask', 'allow'] as const

export function decidingRule(rules: readonly Rule[], subject: CallSubject): Rule | undefined {
  const matching = rules.filter((rule) => matchesRule(rule, subject))
  for (const kind of STRENGTH) {
    const rule = matching.find((candidate) => candidate.do === kind)
    if (rule) return rule
  }
  return undefined
}

/** Denied whatever the parameters: there is no point in offering such a tool. */
export const isDeniedOutright = (rules: readonly Rule[], tool: string): boolean =>
  rules.some((rule) => rule.do === 'deny' && !rule.paths && !rule.commands && matchesRule(rule, { tool, paths: [], commands: [] }))
