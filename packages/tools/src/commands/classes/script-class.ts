// The class of a command that runs a script of the workspace by its name: the script, whose text a grant binds. An option that may choose
// another folder, file or shell makes it no class, because then the text that was shown may not be the one that runs.
import type { CommandPart } from '@countersign/policy'
import { quoteWords } from '../../words/quote-word.ts'
import type { ClassWords } from './class-words.ts'

const QUIET = new Set(['-s', '--silent', '--if-present', '--no-fund', '--no-audit', '--no-color', '--color'])
const MAKE = new Set(['make', 'gmake'])
const MAKE_OPTION = /^-(?:[skB]|j\d*)$|^--(?:silent|quiet|keep-going|jobs(?:=\d+)?|no-print-directory)$/
const NUMBER = /^\d+$/
const RUN = new Set(['run', 'run-script', 'rum', 'urn'])
const ALIASES: Readonly<Record<string, string>> = { t: 'test', tst: 'test' }

export const runsScript = ({ script, words: [program = ''] }: CommandPart): boolean => script !== undefined || MAKE.has(program)

export const scriptClassWords = (part: CommandPart): ClassWords | undefined =>
  MAKE.has(part.words[0] ?? '') ? makeWords(part) : packageWords(part)

/**
 * The name is read from the words themselves: what follows it belongs to the script. npm reads its own options up to `--`; the other managers
 * pass on what follows the name.
 */
function packageWords({ words: [program = '', ...rest] }: CommandPart): ClassWords | undefined {
  const plain = rest.filter((word) => !word.startsWith('-'))
  const [first = '', second = ''] = plain
  const given = RUN.has(first) ? second : first
  const end = program === 'npm' ? rest.indexOf('--') : rest.indexOf(given)
  const own = end === -1 ? rest : rest.slice(0, end)
  if (given === '' || own.some((word) => word.startsWith('-') && !QUIET.has(word))) return undefined
  const name = RUN.has(first) ? given : (ALIASES[given] ?? given)
  const label = quoteWords(RUN.has(first) ? [program, 'run', name] : [program, name])
  return { key: `${program} script ${quoteWords([name])}`, label, form: 'scope.script-text', script: { kind: 'package', name } }
}

/** Several targets and variables are all part of the class. */
function makeWords({ words: [program = '', ...rest] }: CommandPart): ClassWords | undefined {
  if (rest.some((word) => word.startsWith('-') && !MAKE_OPTION.test(word))) return undefined
  const plain = rest.filter((word, index) => !word.startsWith('-') && !isCount(rest, index))
  const label = quoteWords([program, ...plain])
  const name = plain.find((word) => !word.includes('=')) ?? ''
  return { key: `exactly ${label}`, label, form: 'scope.script-words', script: { kind: 'make', name } }
}

/** The number of `-j 4`. */
const isCount = (words: readonly string[], index: number): boolean =>
  NUMBER.test(words[index] ?? '') && ['-j', '--jobs'].includes(words[index - 1] ?? '')
