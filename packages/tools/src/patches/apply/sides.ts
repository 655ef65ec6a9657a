// Both sides of a hunk as text, and what its shape says about where it belongs.
import type { Hunk } from '../patch.ts'

export interface Sides {
  readonly old: string
  readonly new: string
  /** It begins the file: its header says line 0 or 1. */
  readonly isAtStart: boolean
  /** It ends the file: no line of context follows the last change. */
  readonly isAtEnd: boolean
}

export function sidesOf({ lines, oldStart, oldIsBare, newIsBare }: Hunk): Sides {
  return {
    old: joinSide(lines, '+', oldIsBare),
    new: joinSide(lines, '-', newIsBare),
    isAtStart: oldStart <= 1,
    isAtEnd: !lines.at(-1)?.startsWith(' '),
  }
}

function joinSide(lines: readonly string[], other: '+' | '-', isBare: boolean): string {
  const own = lines.filter((line) => !line.startsWith(other)).map((line) => line.slice(1))
  return own.length === 0 ? '' : `${own.join('\n')}${isBare ? '' : '\n'}`
}
