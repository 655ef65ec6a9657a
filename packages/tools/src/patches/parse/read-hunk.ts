// One hunk: `@@ -1,3 +1,4 @@` and exactly as many lines as it says.
import type { Hunk } from '../patch.ts'
import type { LineReader } from './line-reader.ts'
import { malformed } from './malformed.ts'

const HEADER = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@(.*)$/s
/** In any language; git itself requires no more than this. */
const NO_NEWLINE = /^\\ .{9}/s

const SIGNS = ' +-'

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
  const body = readBody(lines, header, at)
  if (!body.lines.some((line) => !line.startsWith(' '))) throw malformed(at, 'patch.hunk-changes-nothing')
  return { number, ...header, ...body }
}

function readBody(lines: LineReader, { oldLines, newLines }: Counted, start: number) {
  const body: string[] = []
  let [oldLeft, newLeft] = [oldLines, newLines]
  const bare = { old: false, new: false }
  while (oldLeft > 0 || newLeft > 0 || isNoNewline(lines.peek())) {
    const at = lines.number()
    const line = lines.next()
    if (line === undefined) throw malformed(start, 'patch.fewer-lines')
    if (isNoNewline(line)) markBare(bare, body.at(-1), at)
    else {
      const signed = line === '' ? ' ' : line
      if (!SIGNS.includes(signed[0] as string)) throw malformed(at, 'patch.fewer-lines-or-sign')
      if (signed[0] !== '+') oldLeft--
      if (signed[0] !== '-') newLeft--
      if (oldLeft < 0 || newLeft < 0) throw malformed(at, 'patch.more-lines')
      if ((bare.old && signed[0] !== '+') || (bare.new && signed[0] !== '-')) throw malformed(at, 'patch.line-after-end')
      body.push(signed)
    }
  }
  return { lines: body, oldIsBare: bare.old, newIsBare: bare.new }
}

const isNoNewline = (line: string | undefined): boolean => line !== undefined && NO_NEWLINE.test(line)

function markBare(bare: { old: boolean; new: boolean }, last: string | undefined, at: number): void {
  if (last === undefined || last.length === 1) throw malformed(at, 'patch.no-line-before')
  if (last[0] !== '+') bare.old = true
  if (last[0] !== '-') bare.new = true
}
