// The class of one command of a line: what it is, not how it was called. The tool, the wrappers and the harmless commands around it are no
// part of the class; the folder and what the command needs are. A class is at most one step wider than the call: its sub-command with other
// arguments, or the same words. Shells, wrappers and inline code have none, because the next call could then run anything.
import { type CommandPart, NEEDS, type Need } from '@countersign/policy'
import { type Sentence, sentence } from '@countersign/protocol'
import type { CallClass } from '../../define-tool.ts'
import { quoteWords } from '../../words/quote-word.ts'
import { type ClassWords, exactWords, plainWords } from './class-words.ts'
import { interpreterClassWords } from './interpreter-class.ts'
import { isNamedCommand } from './named-commands.ts'
import { isInterpreter, runsPrograms } from './programs-that-run.ts'
import { runnerClassWords } from './runner-class.ts'
import { runsScript, scriptClassWords } from './script-class.ts'

/** What a class would not make clear: which variable, which unknown text, which place outside, which file that runs later. */
const WITHOUT_CLASS: ReadonlySet<Need> = new Set<Need>(['takes-over', 'not-understood', 'outside', 'protected', 'unlisted'])

/** Each of its operands says what it changes or where it connects: another operand is another thing. */
const BY_OPERANDS = new Set(['curl', 'wget'])

/** Outside the workspace, or known only when it runs. */
const NOT_INSIDE = /^(?:\/|\.\.(?:\/|$)|\?)/

/** A class is read before it is granted, so a text that is too long to read is not offered as a class. */
const MAX_CHARACTERS = 200

export function classesOfPart(part: CommandPart): readonly CallClass[] {
  const own = wordsOfClass(part)
  const words = own && withVariables(own, part.variables ?? [])
  if (!words || words.label.length > MAX_CHARACTERS) return []
  const { folder } = part
  const narrow: CallClass = {
    key: keyOf(part, words.key),
    label: inFolder('scope.label-in-folder', sentence('text', { text: words.label }), folder),
    covers: coversOf(part, words),
    lasting: true,
    ...(words.script && { script: { ...words.script, folder } }),
  }
  return isLocalGit(part) ? [narrow, allGit(folder)] : [narrow]
}

function wordsOfClass(part: CommandPart): ClassWords | undefined {
  const { words, isWhole, hasOpenText, folder, needs, subCommand = '', network, risk } = part
  const [program = ''] = words
  if (NOT_INSIDE.test(folder) || runsPrograms(program) || needs.some((need) => WITHOUT_CLASS.has(need))) return undefined
  if (!isWhole) return hasOpenText && risk !== 'HIGH' && !network ? namedOf(subCommand) : undefined
  if (runsScript(part)) return scriptClassWords(part)
  const run = runnerClassWords(part)
  if (run) return run === 'none' ? undefined : run
  if (isInterpreter(program)) return interpreterClassWords(part)
  // The next call of high risk could be anything: `git -c … commit`, `git reset --hard`, the statements of `sqlite3`.
  if (risk === 'HIGH' || needs.includes('service') || BY_OPERANDS.has(program)) return exactWords(words)
  return network ? plainWords(words) : (namedOf(subCommand) ?? exactWords(words))
}

const namedOf = (subCommand: string): ClassWords | undefined =>
  isNamedCommand(subCommand) ? { key: subCommand, label: subCommand, form: 'scope.command' } : undefined

/** Unquoted parentheses are in no words, so that no two things have one key. */
function withVariables(own: ClassWords, variables: readonly string[]): ClassWords {
  const set = quoteWords([...variables].sort())
  return variables.length === 0 ? own : { ...own, key: `${own.key} (with ${set})`, label: `${set} ${own.label}` }
}

/** No path contains a colon or a plus sign in this place, so that no two things have one key. */
function keyOf({ needs, network, folder }: CommandPart, words: string): string {
  const all = NEEDS.filter((need) => needs.includes(need) || (need === 'network' && network))
  return `${['command', ...all].join('+')}${folder === '.' ? '' : `@${folder}`}:${words}`
}

function coversOf({ folder, network }: CommandPart, { label, form }: ClassWords): Sentence {
  const covers = inFolder('scope.covers-in-folder', sentence(form, { words: label }), folder)
  return network ? sentence('scope.with-network', { covers }) : covers
}

const inFolder = (form: 'scope.label-in-folder' | 'scope.covers-in-folder', what: Sentence, folder: string): Sentence => {
  if (folder === '.') return what
  return form === 'scope.label-in-folder' ? sentence(form, { label: what, folder }) : sentence(form, { covers: what, folder })
}

const isLocalGit = ({ words: [program], risk, network, needs, variables }: CommandPart): boolean =>
  program === 'git' && risk === 'MEDIUM' && !network && !variables?.length && needs.every((need) => need === 'repository')

const allGit = (folder: string): CallClass => ({
  key: `command${folder === '.' ? '' : `@${folder}`}:git *`,
  label: inFolder('scope.label-in-folder', sentence('scope.git-label'), folder),
  covers: inFolder('scope.covers-in-folder', sentence('scope.git'), folder),
  warning: sentence('scope.git-warning'),
})

/** For a command that is asked about only because there is no sandbox. */
export const READING_COMMANDS: CallClass = {
  key: 'command:reading',
  label: sentence('scope.reading-label'),
  covers: sentence('scope.reading-parts'),
}
