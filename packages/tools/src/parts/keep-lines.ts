// The part of a hunk that is kept: a dropped addition is left out, a dropped removal stays as a line of context. The result is the text that
// the person chose, to the byte: where a missing last newline leaves that open, the choice is refused.
import { Failure, type ShownHunk, sentence } from '@countersign/protocol'
import type { Hunk } from '../patches/patch.ts'

type Sign = ' ' | '+' | '-'

interface KeptLine {
  readonly sign: Sign
  readonly text: string
  /** It has no newline at its end. */
  readonly isBare: boolean
}

const START = /^@@ -(\d+)/

/** `moved`: by how many lines the kept hunks before this one move it. Undefined if nothing of it is kept. */
export function keepLines(shown: ShownHunk, kept: ReadonlySet<number>, moved: number): Omit<Hunk, 'number'> | undefined {
  const lines = readLines(shown, kept)
  if (lines.every(({ sign }) => sign === ' ')) return undefined
  const [old, next] = [lines.filter(({ sign }) => sign !== '+'), lines.filter(({ sign }) => sign !== '-')]
  const open = next.findIndex(({ isBare }) => isBare)
  if (open >= 0 && open < next.length - 1) throw withoutNewline(shown)
  const start = Number(START.exec(shown.header)?.[1] ?? 0)
  const firstOld = old.length === 0 ? start + 1 : start
  return {
    oldStart: start,
    oldLines: old.length,
    newStart: Math.max(0, firstOld + moved - (next.length === 0 ? 1 : 0)),
    newLines: next.length,
    heading: '',
    lines: lines.map(({ sign, text }) => sign + text),
    oldIsBare: old.at(-1)?.isBare ?? false,
    newIsBare: next.at(-1)?.isBare ?? false,
  }
}

function readLines({ lines }: ShownHunk, kept: ReadonlySet<number>): KeptLine[] {
  return lines.flatMap((line, index): KeptLine[] => {
    const sign = line[0]
    const read = { text: line.slice(1), isBare: lines[index + 1]?.startsWith('\\') ?? false }
    if (sign === '\\') return []
    if (sign !== '+' && sign !== '-') return [{ ...read, sign: ' ' }]
    if (kept.has(index + 1)) return [{ ...read, sign }]
    return sign === '-' ? [{ ...read, sign: ' ' }] : []
  })
}

const withoutNewline = ({ number }: ShownHunk): Failure =>
  new Failure('INVALID_ARGUMENTS', { subject: sentence('part.needs-newline', { number }) })
