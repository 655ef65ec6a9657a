// The class of a command that runs a script of the workspace by its name: the script, whose text a grant binds. An option that may choose
// another folder, file or shell makes it no class, because then the text that was shown may not be the one that runs.
import type { CommandPart } from '@countersign/policy'
import { quoteWords } from '../words/quote-word.ts'
import type { ClassWords } from './part-class.ts'

const QUIET = new Set(['-s', '--silent', '--if-present', '--no-fund', '--no-audit', '--no-color', '--color'])
const MAKE_OPTION = /^-(?:[skB]|j\d*)$|^--(?:silent|quiet|keep-going|jobs(?:=\d+)?|no-print-directory)$/
const NUMBER = /^\d+$/

export function scriptClassWords(part: CommandPart): ClassWords | undefined {
  if (!part.script) return undefined
  return part.script.kind === 'make' ? makeWords(part) : packageWords(part, part.script.name)
}

/** npm reads its own options up to `--`; the other managers pass on what follows the name of the script. */
function packageWords({ words, subCommand }: CommandPart, name: string): ClassWords | undefined {
  const [program = '', ...rest] = words
  const end = program === 'npm' ? rest.indexOf('--') : rest.indexOf(name)
  const own = end === -1 ? rest : rest.slice(0, end)
  if (own.some((word) => word.startsWith('-') && !QUIET.has(word))) return undefined
  const known = subCommand ?? `${program} run`
  const label = known.split(' ').includes(name) ? known : `${known} ${quoteWords([name])}`
  return { key: `${program} script ${quoteWords([name])}`, label, form: 'scope.script-text', bindsScript: true }
}

/** Several targets and variables are all part of the class. */
function makeWords({ words: [program = '', ...rest] }: CommandPart): ClassWords | undefined {
  if (rest.some((word) => word.startsWith('-') && !MAKE_OPTION.test(word))) return undefined
  const label = quoteWords([program, ...rest.filter((word, index) => !word.startsWith('-') && !isCount(rest, index))])
  return { key: `exactly ${label}`, label, form: 'scope.script-text', bindsScript: true }
}

/** The number of `-j 4`. */
const isCount = (words: readonly string[], index: number): boolean =>
  NUMBER.test(words[index] ?? '') && ['-j', '--jobs'].includes(words[index - 1] ?? '')
