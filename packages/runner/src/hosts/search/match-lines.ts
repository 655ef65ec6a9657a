// The matching lines of one text. A line is what stands between line feeds, without a carriage return at its end.
import type { CompiledQuery, SearchMatch } from '@countersign/tools'

const MAX_LINE_CHARACTERS = 400
const LEAD_CHARACTERS = 100

export type FindNext = (text: string, from: number) => number

/** The engine makes its program at the first use, and only then finds that it is too much. */
export class UnusablePattern extends Error {}

function orUnusable<T>(use: () => T): T {
  try {
    return use()
  } catch (cause) {
    if (cause instanceof RangeError || cause instanceof SyntaxError) throw new UnusablePattern('the pattern cannot be used', { cause })
    throw cause
  }
}

/** Where the next match begins, or -1. */
export function createFinder({ literal, javascript, caseSensitive }: CompiledQuery): FindNext {
  if (literal !== undefined) return (text, from) => text.indexOf(literal, from)
  const pattern = orUnusable(() => new RegExp(javascript, caseSensitive ? 'gu' : 'giu'))
  return (text, from) => {
    pattern.lastIndex = from
    return orUnusable(() => pattern.exec(text))?.index ?? -1
  }
}

export interface LineSearch {
  readonly path: string
  readonly find: FindNext
  readonly contextLines: number
  /** How many matches are wanted whole; the others are counted. */
  readonly wanted: number
  readonly maxCount: number
}

export function matchLines(
  text: string,
  { path, find, contextLines, wanted, maxCount }: LineSearch,
): { matches: SearchMatch[]; count: number } {
  const matches: SearchMatch[] = []
  let [count, line, counted] = [0, 1, 0]
  // A last line without content is no line: there is nothing after the last line feed.
  const end = text.endsWith('\n') ? text.length - 1 : text.length
  for (let at = find(text, 0); at >= 0 && at <= end && text !== ''; ) {
    const start = text.lastIndexOf('\n', at - 1) + 1
    const stop = endOfLine(text, at)
    if (matches.length < wanted) {
      for (let feed = text.indexOf('\n', counted); feed >= 0 && feed < start; feed = text.indexOf('\n', feed + 1)) line++
      counted = start
      matches.push({ path, line, ...describe(text, { start, stop, at }), ...contextOf(text, start, stop, contextLines) })
    }
    count++
    if (count >= maxCount || stop >= text.length) break
    at = find(text, stop + 1)
  }
  return { matches, count }
}

const endOfLine = (text: string, from: number): number => {
  const feed = text.indexOf('\n', from)
  return feed < 0 ? text.length : feed
}

function describe(text: string, { start, stop, at }: { start: number; stop: number; at: number }): { column: number; text: string } {
  let column = 1
  for (const _ of text.slice(start, at)) column++
  return { column, text: cutLine(text.slice(start, stop), at - start) }
}

/** A long line, cut around a place in it. */
function cutLine(line: string, at = 0): string {
  if (line.length <= MAX_LINE_CHARACTERS) return line
  const from = Math.max(0, Math.min(at - LEAD_CHARACTERS, line.length - MAX_LINE_CHARACTERS))
  const to = from + MAX_LINE_CHARACTERS
  return `${from > 0 ? '…' : ''}${line.slice(from, to).toWellFormed()}${to < line.length ? '…' : ''}`
}

function contextOf(text: string, start: number, stop: number, lines: number): { before: string[]; after: string[] } {
  const [before, after]: [string[], string[]] = [[], []]
  for (let feed = start - 1; before.length < lines && feed >= 0; ) {
    const from = text.lastIndexOf('\n', feed - 1) + 1
    before.unshift(cutLine(text.slice(from, feed)))
    feed = from - 1
  }
  for (let from = stop + 1; after.length < lines && from < text.length; ) {
    const to = endOfLine(text, from)
    after.push(cutLine(text.slice(from, to)))
    from = to + 1
  }
  return { before, after }
}
