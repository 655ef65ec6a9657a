// Makes an agent's text safe for a terminal: nothing can hide, move or repaint text, or look like a line of ours.
import { makeVisible, type VisibleOptions } from '@countersign/policy'
import { cyan, dim, green, red } from './colours.ts'

/** Many blanks would push the rest to the start of a row, where it could look like a line of ours, so they are shown as a count. */
export const shown = (text: string, options?: VisibleOptions): string => countBlanks(makeVisible(text, options), MANY_BLANKS)

const MANY_BLANKS = /(?<=\S)(?: {9,}|[ \t]*\t[ \t]+|[ \t]+\t[ \t]*)/g
/** Code needs its indentation: only runs wider than a window are shown as a count. */
const VERY_MANY_BLANKS = /(?<=\S)(?: {60,}|[ \t]*(?:\t[ \t]*){7,})/g

const countBlanks = (text: string, many: RegExp): string =>
  text.replace(many, (blanks) => (blanks.includes('\t') ? ` ⟨blank×${blanks.length}⟩ ` : ` ⟨U+0020×${blanks.length - 2}⟩ `))

/** Marks the further lines of a text, so that none of them looks like a line of ours. */
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
