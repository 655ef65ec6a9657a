// The rules in force, applied to a call: which of them match it, which one decides, and which files they hide. A deny or ask rule applies
// if any part matches; an allow rule only if every part does, so a rule never allows what is not understood or only half covered. A deny or
// ask rule on a folder applies to everything in it.

import type { Mode } from '@countersign/protocol'
import { createMatcher, expandBraces } from '../glob/index.ts'
import { foldName } from '../path/index.ts'
import type { CallSubject } from './call-subject.ts'
import { matchesCommands } from './commands/match-commands.ts'
import type { Rule } from './policy-file.ts'

export interface Policy {
  /** Chosen by the author of the file. */
  readonly version: string
  /** The hash of the whole file: a different text is a different policy, whatever version it states. */
  readonly digest?: string
  readonly rules: readonly Rule[]
  readonly extraCommands: ReadonlyMap<string, 'MEDIUM' | 'HIGH'>
  /** The highest mode that a project may be judged in. */
  readonly maxMode?: Mode | undefined
}

export const NO_POLICY: Policy = { version: 'none', rules: [], extraCommands: new Map() }

/** Named in a clearance, to identify exactly the rules that were in force. */
export const policyVersion = ({ version, digest }: Policy): string => (digest === undefined ? version : `${version}+${digest.slice(0, 16)}`)

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

const STRENGTH = ['deny', 'ask', 'allow'] as const

/** Among matching rules, deny beats ask and ask beats allow; the first of the strongest is reported. */
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

/** Tools that run commands share one sandbox: what is hidden from one of them is hidden from all. */
export const COMMAND_TOOLS: readonly string[] = ['execute_command', 'run_command', 'run_persistent']

const READING = 'read_file'

/**
 * Globs of the names that `tool` must not show. A deny rule on paths hides files from a tool if it names that tool, names read_file (what must
 * not be read is shown by no tool), or names no tool at all. Plain strings, because they are sent to threads and compared.
 */
export function hiddenGlobs(rules: readonly Rule[], tool: string): readonly string[] {
  const meant = [READING, ...(COMMAND_TOOLS.includes(tool) ? COMMAND_TOOLS : [tool])]
  const hiding = rules.filter(
    ({ do: kind, paths, tools }) => kind === 'deny' && paths && (!tools || tools.some((name) => meant.includes(name))),
  )
  return hiding.flatMap(({ paths = [] }) => paths)
}

/** Whether a name is hidden, either itself or with a folder that contains it. */
export function createHiddenTest(globs: readonly string[]): PathTest {
  if (globs.length === 0) return () => false
  const test = createPathTest(globs)
  return (path) => isNamedOrBelow(test, path)
}

export type PathTest = (path: string) => boolean

/** Names are compared as the most forgiving file system would, and a leading dot needs no explicit match. */
export function createPathTest(globs: readonly string[]): PathTest {
  const matchers = globs.flatMap(expandBraces).map((glob) => createMatcher(foldName(glob), { anyDot: true }))
  return (path) => {
    const names = foldName(path).split('/')
    return matchers.some((matches) => matches(names))
  }
}

/** The path itself, or a folder that contains it. */
export function isNamedOrBelow(test: PathTest, path: string): boolean {
  const names = path.split('/')
  return names.some((_, index) => test(names.slice(0, index + 1).join('/')))
}
