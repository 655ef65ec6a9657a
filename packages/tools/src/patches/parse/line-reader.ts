// Reads the lines of a diff in order, each inspected a fixed number of times.

export interface LineReader {
  /** The next line, without its newline; undefined at the end. */
  peek(): string | undefined
  next(): string | undefined
  /** The lines after the next one, as many as exist. */
  lookAhead(count: number): readonly string[]
  /** The number of the next line, counted from 1. */
  number(): number
  /** Whether the last line of the text has its newline. */
  endsWithNewline(): boolean
  /** Remembers this place; calling the result goes back to it. */
  mark(): () => void
}

export function readLines(text: string): LineReader {
  let [at, number] = [0, 1]
  const sliceAt = (from: number): string | undefined => (from < text.length ? text.slice(from, endOf(text, from)) : undefined)
  return {
    peek: () => sliceAt(at),
    next: () => {
      if (at >= text.length) return undefined
      const [start, end] = [at, endOf(text, at)]
      at = end + 1
      number++
      return text.slice(start, end)
    },
    lookAhead: (count) => {
      const lines: string[] = []
      for (let from = endOf(text, at) + 1; lines.length < count && from < text.length; from = endOf(text, from) + 1)
        lines.push(text.slice(from, endOf(text, from)))
      return lines
    },
    number: () => number,
    endsWithNewline: () => text.endsWith('\n'),
    mark: () => {
      const [marked, line] = [at, number]
      return () => {
        at = marked
        number = line
      }
    },
  }
}

/** A diff whose last line has no newline is parsed as if it had one: a parameter is easily trimmed. */
function endOf(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}
