// The lines of a hunk whose header counts them wrongly, as models often do: all up to the next hunk, the next file or the end of the diff. If
// a line could belong to the hunk or not, nobody can say what was meant, and the diff is refused with an explanation.
import type { Hunk } from '../patch.ts'
import { createBody, isNoNewline, SIGNS } from './hunk-body.ts'
import { isBoundary, isNamePair, isSignature } from './left-over.ts'
import type { LineReader } from './line-reader.ts'
import { miscounted } from './malformed.ts'

type Recounted = Pick<Hunk, 'lines' | 'oldIsBare' | 'newIsBare' | 'oldLines' | 'newLines' | 'isRecounted'>

export function recountBody(lines: LineReader, said: Pick<Hunk, 'oldLines' | 'newLines'>): Recounted {
  const body = createBody()
  let last = ''
  let empty = 0
  while (!isBoundary(lines)) {
    const at = lines.number()
    const line = lines.next() ?? ''
    // Empty lines count only if lines of the hunk follow them.
    if (line === '') empty++
    else {
      for (; empty > 0; empty--) body.add('', at)
      checkLine(lines, line, at)
      body.add(line, at)
      last = line
    }
  }
  const end = body.end()
  const counts = { oldLines: countSide(end.lines, '+'), newLines: countSide(end.lines, '-') }
  checkEnd(lines, { last, empty, isShort: counts.oldLines < said.oldLines || counts.newLines < said.newLines })
  return { ...end, ...counts, isRecounted: true }
}

const countSide = (lines: readonly string[], other: '+' | '-'): number => lines.filter((line) => !line.startsWith(other)).length

function checkLine(lines: LineReader, line: string, at: number): void {
  if (isNoNewline(line)) return
  if (!SIGNS.includes(line[0] as string)) throw miscounted(at, 'patch.miscounted-unsigned')
  if (isSignature(line)) throw miscounted(at, 'patch.miscounted-signature')
  if (line.startsWith('--- ') && lines.peek()?.startsWith('+++ ')) throw miscounted(at, 'patch.miscounted-names')
  if (line.startsWith('+++ ') && isNamePair(lines)) throw miscounted(at, 'patch.miscounted-names')
}

interface End {
  readonly last: string
  readonly empty: number
  /** The header says that there are more lines. */
  readonly isShort: boolean
}

function checkEnd(lines: LineReader, { last, empty, isShort }: End): void {
  const isChange = last.startsWith('+') || last.startsWith('-')
  const isLast = lines.peek() === undefined
  if (isChange && empty > 0 && isShort) throw miscounted(lines.number() - 1, 'patch.miscounted-empty')
  if (isChange && isLast && isShort && !lines.endsWithNewline()) throw miscounted(lines.number() - 1, 'patch.miscounted-cut')
}
