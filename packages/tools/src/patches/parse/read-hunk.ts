// One hunk: `@@ -1,3 +1,4 @@` and as many lines as it says; where it says something else, as many as there are.
import type { Hunk } from '../patch.ts'
import { createBody, type HunkBody, isNoNewline, SIGNS } from './hunk-body.ts'
import { hasLeftOver } from './left-over.ts'
import type { LineReader } from './line-reader.ts'
import { malformed } from './malformed.ts'
import { recountBody } from './recount-body.ts'

const HEADER = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@(.*)$/s

interface Counted {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  readonly heading: string
}

export function readHunkHeader(line: string): Counted | undefined {
  const found = HEADER.exec(line)
  if (!found) return undefined
  const [oldStart, oldLines, newStart, newLines] = found.slice(1, 5).map((digits) => (digits === undefined ? 1 : Number(digits))) as [
    number,
    number,
    number,
    number,
  ]
  return { oldStart, oldLines, newStart, newLines, heading: (found[5] as string).replace(/\r$/, '') }
}

export function readHunk(lines: LineReader, number: number): Hunk {
  const at = lines.number()
  const header = readHunkHeader(lines.next() ?? '')
  if (!header) throw malformed(at, 'patch.hunk-header')
  const goBack = lines.mark()
  const counted = readBody(lines, header)
  if (!counted) goBack()
  const body = counted ?? recountBody(lines, header)
  if (!body.lines.some((line) => !line.startsWith(' '))) throw malformed(at, 'patch.hunk-changes-nothing')
  return { number, ...header, ...body }
}

/** As many lines as the header says; undefined if there are fewer or more. */
function readBody(lines: LineReader, { oldLines, newLines }: Counted): HunkBody | undefined {
  const body = createBody()
  let [oldLeft, newLeft] = [oldLines, newLines]
  while (oldLeft > 0 || newLeft > 0 || isNoNewline(lines.peek())) {
    const at = lines.number()
    const line = lines.next()
    const sign = line === '' ? ' ' : line?.[0]
    if (line === undefined || sign === undefined || !(SIGNS.includes(sign) || isNoNewline(line))) return undefined
    if (!isNoNewline(line)) {
      if (sign !== '+') oldLeft--
      if (sign !== '-') newLeft--
      if (oldLeft < 0 || newLeft < 0) return undefined
    }
    body.add(line, at)
  }
  return hasLeftOver(lines) ? undefined : body.end()
}
