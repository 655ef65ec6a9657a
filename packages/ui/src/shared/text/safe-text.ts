// Text of an agent, a file or a program, harmless to look at. Prose keeps the blanks and joiners of its language; what could
// reorder, hide or repaint becomes its code point, such as ⟨U+202E⟩.
import { escapeCharacter } from '@countersign/protocol'

/** Controls but newline and tab; marks that turn the direction of text; what has no width; invisible tags. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const HARMFUL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

export const safeProse = (text: string): string => text.replaceAll('\r\n', '\n').replace(HARMFUL, escapeCharacter)

/** Colours, cursor moves, titles and links of a terminal: `ESC [ …`, `ESC ] … BEL`, and the short ones. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const TERMINAL = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\|$)|[PX^_][^\u001b]*(?:\u001b\\|$)|[ -/]*[0-~])/g

/** As a terminal without colours would leave it: a line that was written over shows what was written last. */
export const safeOutput = (text: string): string => safeProse(plainOutput(text))

/** The same, where whatever shows it marks what is odd itself. */
export function plainOutput(text: string): string {
  const lines = text.replace(TERMINAL, '').replaceAll('\r\n', '\n').split('\n')
  return lines.map((line) => (line.includes('\r') ? overwritten(line) : line)).join('\n')
}

const overwritten = (line: string): string => line.replace(/\r+$/, '').split('\r').at(-1) ?? ''
