// The blocks of a markdown text. Of a text that is being written only the end is read again: to read a long answer whole at every
// piece of it would take longer with each.
import { lexer, type Token } from 'marked'

export interface ReadText {
  readonly text: string
  readonly blocks: readonly Token[]
}

/** What follows may still join the last block, and a blank line may come between the two. */
const UNSETTLED_BLOCKS = 2

export function readBlocks(text: string, before?: ReadText): ReadText {
  if (before?.text === text) return before
  const settled = before && text.startsWith(before.text) ? settledOf(before.blocks) : []
  const length = settled.reduce((sum, { raw }) => sum + raw.length, 0)
  return { text, blocks: [...settled, ...lexer(text.slice(length))] }
}

/** A definition of a link is for the whole text, before it and behind it: with one all of it is read. */
function settledOf(blocks: readonly Token[]): readonly Token[] {
  if (blocks.some(({ type }) => type === 'def')) return []
  let left = UNSETTLED_BLOCKS
  const end = blocks.findLastIndex(({ type }) => type !== 'space' && left-- === 0)
  return blocks.slice(0, end + 1)
}
