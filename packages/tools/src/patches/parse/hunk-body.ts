// The lines of a hunk as they are read: each with its sign, and which side has no newline at its end.
import { malformed } from './malformed.ts'

/** In any language; git itself requires no more than this. */
const NO_NEWLINE = /^\\ .{9}/s

export const SIGNS = ' +-'

export const isNoNewline = (line: string | undefined): boolean => line !== undefined && NO_NEWLINE.test(line)

export interface HunkBody {
  readonly lines: readonly string[]
  readonly oldIsBare: boolean
  readonly newIsBare: boolean
}

export interface OpenBody {
  /** A line with its sign, an empty one, or the mark of a missing newline; `at` is its number in the diff. */
  add(line: string, at: number): void
  end(): HunkBody
}

export function createBody(): OpenBody {
  const lines: string[] = []
  const bare = { old: false, new: false }
  return {
    add(line, at) {
      if (isNoNewline(line)) return markBare(bare, lines.at(-1), at)
      const signed = line === '' ? ' ' : line
      if ((bare.old && signed[0] !== '+') || (bare.new && signed[0] !== '-')) throw malformed(at, 'patch.line-after-end')
      lines.push(signed)
    },
    end: () => ({ lines, oldIsBare: bare.old, newIsBare: bare.new }),
  }
}

function markBare(bare: { old: boolean; new: boolean }, last: string | undefined, at: number): void {
  if (last === undefined || last.length === 1) throw malformed(at, 'patch.no-line-before')
  if (last[0] !== '+') bare.old = true
  if (last[0] !== '-') bare.new = true
}
