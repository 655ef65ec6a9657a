// What ran of one script, as ranges of offsets. V8 lists functions and blocks from the outside in, each with its own count.

/** The first offset, and the one after the last. */
export type Range = readonly [start: number, end: number]

/** Maps a file of the built page, such as `assets/index-Ab12.js`, to what ran of it. */
export type PageRuns = Record<string, Range[]>

interface CountedFunction {
  readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[]
}

/** The ranges that ran, in order, without overlap. */
export function findRunRanges(functions: readonly CountedFunction[]): Range[] {
  const blocks = functions.flatMap(({ ranges }) => ranges)
  const ran = new Uint8Array(Math.max(0, ...blocks.map(({ endOffset }) => endOffset)))
  for (const { startOffset, endOffset, count } of blocks) ran.fill(count > 0 ? 1 : 0, startOffset, endOffset)
  return listRanges(ran)
}

function listRanges(ran: Uint8Array): Range[] {
  const ranges: Range[] = []
  for (let start = ran.indexOf(1); start !== -1; ) {
    const end = ran.indexOf(0, start)
    ranges.push([start, end === -1 ? ran.length : end])
    start = end === -1 ? -1 : ran.indexOf(1, end)
  }
  return ranges
}
