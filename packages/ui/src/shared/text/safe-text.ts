// Makes text of an agent, a file or a program safe to show. Prose keeps the spaces and joiners of its language; characters that
// could reorder, hide or repaint text are replaced by their code point, such as ⟨U+202E⟩.
import { escapeCharacter } from '@countersign/protocol'

/** Control characters except newline and tab; marks that change the direction of text; zero-width characters; invisible tags. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const HARMFUL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

export const safeProse = (text: string): string => text.replaceAll('\r\n', '\n').replace(HARMFUL, escapeCharacter)

/** Terminal sequences for colours, cursor moves, titles and links: `ESC [ …`, `ESC ] … BEL`, and the short ones. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const TERMINAL = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\|$)|[PX^_][^\u001b]*(?:\u001b\\|$)|[ -/]*[0-~])/g

/** As a terminal without colours would show it: an overwritten line shows what was written last. */
export const safeOutput = (text: string): string => safeProse(plainOutput(text))

/** The same, for a component that marks odd characters itself. */
export function plainOutput(text: string): string {
  const lines = text.replace(TERMINAL, '').replaceAll('\r\n', '\n').split('\n')
  return lines.map((line) => (line.includes('\r') ? overwritten(line) : line)).join('\n')
}

const overwritten = (line: string): string => line.replace(/\r+$/, '').split('\r').at(-1) ?? ''
