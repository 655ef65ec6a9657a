// The words that bash would pass to each program of a line, for lines in which all words are known beforehand.
import type { ParseShellLine } from './grammar-types.ts'
import { isDynamic, type SimpleCommand } from './shell-command.ts'
import { understandLine } from './understand-line.ts'

/** Undefined if the line is refused or contains a word that is known only at run time. */
export function shellWords(line: string, parse: ParseShellLine): string[][] | undefined {
  const walk = understandLine(line, parse)
  if ('refusal' in walk || walk.isBeyond || walk.commands.some(hasDynamicWord)) return undefined
  return walk.commands.filter(({ words }) => words.length > 0).map(({ words }) => words.map(({ value }) => value))
}

/** The words of a line that is a single program call: no redirection, no variable, no second command. */
export function soleCommand(line: string, parse: ParseShellLine): string[] | undefined {
  const walk = understandLine(line, parse)
  if ('refusal' in walk || walk.isBeyond || walk.isSequence || walk.findings.size > 0) return undefined
  const [command, ...others] = walk.commands
  const isPlain = command && others.length + command.redirections.length + command.assignments.length === 0
  return isPlain && !hasDynamicWord(command) && command.words.length > 0 ? command.words.map(({ value }) => value) : undefined
}

const hasDynamicWord = ({ assignments, words, redirections }: SimpleCommand): boolean =>
  [...assignments, ...words, ...redirections.map(({ target }) => target)].some(isDynamic)
