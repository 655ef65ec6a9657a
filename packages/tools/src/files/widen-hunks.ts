// Only the part of two texts that differs is compared. Where equal lines repeat, a change may be found at the very edge of that part; its hunk
// then gets its lines of context from the text around it, as if the whole had been compared.

export interface DiffHunk {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  readonly lines: readonly string[]
}

export interface Around {
  /** What both texts have before and after the compared part, in whole lines. */
  readonly before: string
  readonly after: string
  readonly context: number
}

export function widenHunks(hunks: readonly DiffHunk[], { before, after, context }: Around): readonly DiffHunk[] {
  const [first, last] = [hunks[0], hunks.at(-1)]
  if (!first || !last) return hunks
  const above = lastLines(before, context - leading(first.lines))
  const below = firstLines(after, context - leading(last.lines.toReversed()))
  return hunks.map((hunk) => widen(hunk, hunk === first ? above : [], hunk === last ? below : []))
}

function widen(hunk: DiffHunk, above: readonly string[], below: readonly string[]): DiffHunk {
  const more = above.length + below.length
  return {
    oldStart: hunk.oldStart - above.length,
    oldLines: hunk.oldLines + more,
    newStart: hunk.newStart - above.length,
    newLines: hunk.newLines + more,
    lines: [...above, ...hunk.lines, ...below],
  }
}

const leading = (lines: readonly string[]): number => {
  const change = lines.findIndex((line) => !line.startsWith(' '))
  return change < 0 ? lines.length : change
}

function lastLines(text: string, count: number): string[] {
  let start = text.length
  for (let line = 0; line < count && start > 0; line++) start = start < 2 ? 0 : text.lastIndexOf('\n', start - 2) + 1
  return asContext(text.slice(start))
}

function firstLines(text: string, count: number): string[] {
  let end = 0
  for (let line = 0; line < count && end < text.length; line++) end = text.indexOf('\n', end) + 1 || text.length
  return asContext(text.slice(0, end))
}

function asContext(text: string): string[] {
  if (text === '') return []
  const lines = text.replace(/\n$/, '').split('\n')
  const context = lines.map((line) => ` ${line}`)
  return text.endsWith('\n') ? context : [...context, '\\ No newline at end of file']
}
