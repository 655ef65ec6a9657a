// Words that came from an agent, as a terminal may show them: nothing hides, moves, repaints, or passes for a line of ours.
import { makeVisible, type VisibleOptions } from '@countersign/policy'
import { cyan, dim, green, red } from './colours.ts'

/** Many blanks in a row would push what follows to the start of a row, where it could pass for a line of ours: they are counted. */
export const shown = (text: string, options?: VisibleOptions): string => countBlanks(makeVisible(text, options), MANY_BLANKS)

const MANY_BLANKS = /(?<=\S)(?: {9,}|[ \t]*\t[ \t]+|[ \t]+\t[ \t]*)/g
/** Code has its columns: only what is wider than a window is counted. */
const VERY_MANY_BLANKS = /(?<=\S)(?: {60,}|[ \t]*(?:\t[ \t]*){7,})/g

const countBlanks = (text: string, many: RegExp): string =>
  text.replace(many, (blanks) => (blanks.includes('\t') ? ` ⟨blank×${blanks.length}⟩ ` : ` ⟨U+0020×${blanks.length - 2}⟩ `))

/** Further lines of a text are marked, so that none of them can pass for a line of ours. */
export const inLines = (text: string): string => shown(text, { multiline: true }).replaceAll('\n', `\n  ${dim('│')} `)

export const diffLines = (diff: string): string[] =>
  countBlanks(makeVisible(diff.replace(/\n$/, ''), { multiline: true }), VERY_MANY_BLANKS)
    .split('\n')
    .map(diffLine)

function diffLine(line: string): string {
  if (line.startsWith('+')) return `  ${green(line)}`
  if (line.startsWith('-')) return `  ${red(line)}`
  return line.startsWith('@@') ? `  ${cyan(line)}` : `  ${line}`
}
