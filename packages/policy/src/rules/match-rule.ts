// Whether a rule applies to a call. A deny or ask rule applies if any part matches; an allow rule only if every part does, so a rule never
// allows what is not understood or only half covered. A deny or ask rule on a folder applies to everything in it.
import type { CallSubject } from './call-subject.ts'
import { matchesCommands } from './commands/match-commands.ts'
import { createPathTest, isNamedOrBelow } from './path-globs.ts'
import type { Rule } from './policy-file.ts'

export function matchesRule(rule: Rule, subject: CallSubject): boolean {
  if (rule.tools && !rule.tools.includes(subject.tool)) return false
  // The files that a command names are only part of what it does.
  const open = subject.openCommands ?? []
  if (rule.do === 'allow' && rule.paths && subject.commands.length + open.length > 0) return false
  if (rule.paths) return matchesPaths(rule, rule.paths, subject.paths)
  return rule.commands ? matchesCommands(rule, subject) : true
}

function matchesPaths(rule: Rule, globs: readonly string[], paths: readonly string[]): boolean {
  const test = createPathTest(globs)
  if (rule.do !== 'allow') return paths.some((path) => isNamedOrBelow(test, path))
  return paths.length > 0 && paths.every(test)
}
