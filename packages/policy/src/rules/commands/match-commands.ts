// Whether a rule about commands applies to a call. A prefix means the sub-command, by any of its names, whatever options come before it.
// Deny and ask rules match if they may apply; an allow rule only if it certainly applies, in every part.
import type { CallSubject } from '../call-subject.ts'
import type { Rule } from '../policy-file.ts'
import { foldSubCommand, mayBeginWith } from './begins-with.ts'
import { type CommandPart, commandParts, type Words } from './command-parts.ts'
import { DONE_BY_OTHERS, OWN_SCRIPTS, PROGRAM_ALIASES } from './sub-command-names.ts'

export function matchesCommands(rule: Rule, { commands, openCommands = [], readingCommands = [] }: CallSubject): boolean {
  const parts = [...commands.flatMap((words) => commandParts(words)), ...openCommands.flatMap((words) => commandParts(words, true))]
  const prefixes = (rule.commands ?? []).map(wordsOf)
  if (rule.do === 'allow') return parts.length > 0 && parts.every((part) => isCertainlyOne(prefixes.flatMap(sameCommand), part))
  const meant = prefixes.flatMap((prefix) => [...sameCommand(prefix), ...doneByOthers(prefix)])
  const reading = readingCommands.flatMap(({ words, isOpen }) => commandParts(words, isOpen))
  return [...parts, ...reading].some(({ forms, isOpen }) =>
    forms.some((words) => meant.some((prefix) => mayBeginWith(prefix, { words, isOpen }))),
  )
}

const wordsOf = (text: string): Words => {
  const [program = '', ...rest] = text.trim().split(/\s+/)
  return [PROGRAM_ALIASES.get(program) ?? program, ...rest]
}

/** `npm test` is `npm run test`; `yarn run build` is `yarn build`. */
function sameCommand(prefix: Words): Words[] {
  const [program = '', first = '', ...rest] = prefix
  const name = foldSubCommand(program, first)
  if (!/^(p?npm|yarn)$/.test(program)) return [prefix]
  const [script = ''] = rest
  if (name === 'run' && (OWN_SCRIPTS.has(script) || (program !== 'npm' && script !== ''))) return [prefix, [program, ...rest]]
  return OWN_SCRIPTS.has(name) ? [prefix, [program, 'run', name, ...rest]] : [prefix]
}

function doneByOthers([program = '', first = '', ...rest]: Words): Words[] {
  const others = DONE_BY_OTHERS[`${program} ${foldSubCommand(program, first)}`] ?? []
  return rest.length > 0 ? [] : others.map((text) => text.split(' '))
}

const isCertainlyOne = (prefixes: readonly Words[], { forms, isOpen }: CommandPart): boolean =>
  !isOpen && forms.some((words) => prefixes.some((prefix) => beginsPlainly(prefix, words)))

// Options that only affect how git prints or looks up names.
const HARMLESS = new Set(['-P', '--no-pager', '--no-optional-locks', '--no-replace-objects', '--literal-pathspecs', '--no-advice'])

function beginsPlainly(prefix: Words, words: Words): boolean {
  const [program = '', ...args] = words
  if (prefix[0] !== program) return false
  const start = program === 'git' ? args.findIndex((word) => !HARMLESS.has(word)) : 0
  const rest = start < 0 ? [] : args.slice(start)
  return prefix.slice(1).every((word, index) => {
    const given = rest[index]
    if (given === undefined || index > 0) return given === word
    return foldSubCommand(program, given) === foldSubCommand(program, word)
  })
}
