// The class of one command of a line: what it is, not how it was called. The tool, the wrappers and the harmless commands around it are no
// part of the class; the folder and what the command needs are. A class is at most one step wider than the call: its sub-command with other
// arguments, or the same words. Shells, wrappers and inline code have none, because the next call could then run anything.
import { type CommandPart, NEEDS, type Need } from '@countersign/policy'
import { type Sentence, sentence } from '@countersign/protocol'
import type { CallClass } from '../define-tool.ts'
import { quoteWords } from '../words/quote-word.ts'
import { type ClassWords, runsScript, scriptClassWords } from './script-class.ts'

/** What a class would not make clear: which variable, which unknown text, which place outside, which file that runs later. */
const WITHOUT_CLASS: ReadonlySet<Need> = new Set<Need>(['takes-over', 'not-understood', 'outside', 'protected', 'unlisted'])

/** Programs that run other programs, on this machine or elsewhere. */
const NEVER = new Set(
  'sh bash dash zsh fish ksh env xargs timeout nohup nice time watch parallel script stdbuf setsid command eval exec source . sudo su doas ssh'.split(
    ' ',
  ),
)

const INTERPRETERS = new Set('python python2 python3 node deno bun ruby perl php lua tsx ts-node Rscript osascript pwsh'.split(' '))

/** Programs without sub-commands whose operands say what they change: another operand is another thing. */
const BY_OPERANDS = new Set(
  'rm rmdir mv cp ln chmod chown touch mkdir tee sed awk dd truncate install patch find tar zip unzip gcc g++ cc curl wget kill pkill killall npx pnpx bunx uvx'.split(
    ' ',
  ),
)

const PACKAGE_RUNNERS = new Set(['npx', 'pnpx', 'bunx', 'uvx'])
const MODULE = /^[\w.]+$/

/** A class is read before it is granted, so a text that is too long to read is not offered as a class. */
const MAX_CHARACTERS = 200

export function classesOfPart(part: CommandPart): readonly CallClass[] {
  const words = wordsOfClass(part)
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
  const { words, isWhole, needs, subCommand, network } = part
  const [program = '', first = ''] = words
  if (!isWhole || NEVER.has(program) || needs.some((need) => WITHOUT_CLASS.has(need))) return undefined
  if (runsScript(part)) return scriptClassWords(part)
  if (PACKAGE_RUNNERS.has(program) && part.risk === 'MEDIUM' && !network) return first.startsWith('-') ? undefined : fetched(program, first)
  if (INTERPRETERS.has(program) && !isModule(part)) return first === '' || first.startsWith('-') ? undefined : scriptFile(program, first)
  if (network) return placeWords(words)
  if (INTERPRETERS.has(program)) return named([program, '-m', words[2] ?? ''], 'scope.command')
  if (subCommand === undefined || needs.includes('service') || (BY_OPERANDS.has(program) && !subCommand.includes(' '))) return exact(words)
  return { key: subCommand, label: subCommand, form: 'scope.command' }
}

/** `python -m pytest`: a module that no table knows is HIGH, like inline code. */
const isModule = ({ words, risk }: CommandPart): boolean => words[1] === '-m' && risk === 'MEDIUM' && MODULE.test(words[2] ?? '')

const scriptFile = (program: string, file: string): ClassWords => named([program, file], 'scope.script')

/** `npx vitest`: what a table knows as building or testing, without the network. */
const fetched = (program: string, name: string): ClassWords => named([program, name], 'scope.command')

function named(words: readonly string[], form: ClassWords['form']): ClassWords {
  const label = quoteWords(words)
  return { key: label, label, form }
}

const exact = (words: readonly string[]): ClassWords => {
  const label = quoteWords(words)
  return { key: `exactly ${label}`, label, form: 'scope.exact-words' }
}

/** `git fetch origin` is not `git fetch https://elsewhere.example`: every word that may name a host or a package belongs to the class. */
function placeWords(words: readonly string[]): ClassWords | undefined {
  if (words.some((word) => word.startsWith('-') && /[:/]/.test(word))) return undefined
  const label = quoteWords(words.filter((word) => !word.startsWith('-')))
  return { key: label, label, form: 'scope.command-place' }
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

const isLocalGit = ({ words: [program], risk, network, needs }: CommandPart): boolean =>
  program === 'git' && risk === 'MEDIUM' && !network && needs.every((need) => need === 'repository')

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
