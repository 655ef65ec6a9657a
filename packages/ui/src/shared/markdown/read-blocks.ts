// The blocks of a markdown text. While a text is being written only its end is parsed again: parsing a long answer from the start
// at every piece would take longer and longer.
import { lexer, type Token } from 'marked'

export interface ReadText {
  readonly text: string
  readonly blocks: readonly Token[]
}

/** What follows may still belong to the last block, even after a blank line. */
const UNSETTLED_BLOCKS = 2

export function readBlocks(text: string, before?: ReadText): ReadText {
  if (before?.text === text) return before
  const settled = before && text.startsWith(before.text) ? settledOf(before.blocks) : []
  const length = settled.reduce((sum, { raw }) => sum + raw.length, 0)
  return { text, blocks: [...settled, ...lexer(text.slice(length))] }
}

/** A link definition applies to the whole text, so with one the whole text is parsed again. */
function settledOf(blocks: readonly Token[]): readonly Token[] {
  if (blocks.some(({ type }) => type === 'def')) return []
  let left = UNSETTLED_BLOCKS
  const end = blocks.findLastIndex(({ type }) => type !== 'space' && left-- === 0)
  return blocks.slice(0, end + 1)
}
