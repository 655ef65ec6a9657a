// Whether a rule is about a call. A deny or ask is about it where any part matches; an allow only where every part does:
// what is not understood, or only half covered, is never allowed by a rule.
import { createMatcher, expandBraces } from '../glob/index.ts'
import { foldName } from '../path/index.ts'
import type { CallSubject } from './call-subject.ts'
import { matchesCommands } from './commands/match-commands.ts'
import type { Rule } from './policy-file.ts'

export function matchesRule(rule: Rule, subject: CallSubject): boolean {
  if (rule.tools && !rule.tools.includes(subject.tool)) return false
  // Files that a command names are only part of what it does.
  const open = subject.openCommands ?? []
  if (rule.do === 'allow' && rule.paths && subject.commands.length + open.length > 0) return false
  if (rule.paths) return some(rule, subject.paths, (path) => matchesPath(rule.paths ?? [], path))
  return rule.commands ? matchesCommands(rule, subject) : true
}

function some<Part>(rule: Rule, parts: readonly Part[], matches: (part: Part) => boolean): boolean {
  if (rule.do !== 'allow') return parts.some(matches)
  return parts.length > 0 && parts.every(matches)
}

const matchesPath = (patterns: readonly string[], path: string): boolean =>
  patterns.flatMap(expandBraces).some((pattern) => createMatcher(foldName(pattern), { anyDot: true })(foldName(path).split('/')))
