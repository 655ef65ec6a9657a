// Where a hunk belongs, as `git apply` decides it: at the line in its header, otherwise at the nearest position that has its lines, and the
// later one if two are equally near. No context line is skipped, and no line written by another hunk is matched.
import { countWhere, currentLines, currentOf, type Image, isUntouched, originalLines, originalOf } from './image.ts'
import type { LineIndex, Patience } from './line-index.ts'
import type { Sides } from './sides.ts'

export interface Wanted extends Sides {
  readonly oldLines: number
  /** Counted from 0, in the text after the previous hunks. */
  readonly line: number
  /** Its header was wrong about its lines: away from the line that it names, it must fit in one place only. */
  readonly mustBeOnly?: boolean
}

/** The original line; undefined if there is no such position, or the limit of comparisons was reached before one was found. */
export function findPlace(image: Image, wanted: Wanted, index: () => LineIndex, patience: Patience): number | undefined {
  if (wanted.isAtStart || wanted.isAtEnd) return findEnd(image, wanted)
  const said = originalOf(image, Math.min(wanted.line, currentLines(image)))
  if (said !== undefined && isPlace(image, wanted, said)) return said
  return findNearest(image, wanted, index(), patience)
}

/** A hunk at the beginning or end of the file has only one possible position: that end in its current state. */
function findEnd(image: Image, wanted: Wanted): number | undefined {
  const { oldLines, isAtStart, isAtEnd } = wanted
  const start = isAtStart ? 0 : originalLines(image) - oldLines
  if (isAtStart && currentOf(image, start) !== 0) return undefined
  if (isAtEnd && currentOf(image, start) + oldLines !== currentLines(image)) return undefined
  return isPlace(image, wanted, start) ? start : undefined
}

function isPlace(image: Image, { old, oldLines, isAtEnd }: Wanted, start: number): boolean {
  if (start < 0 || start + oldLines > originalLines(image) || !isUntouched(image, start, oldLines)) return false
  const { text, starts } = image
  const from = starts[start] as number
  if (!text.startsWith(old, from)) return false
  const rest = text.slice(from + old.length, starts[start + oldLines])
  // If the last line is marked as having no newline, git still accepts blanks and a newline after it.
  return rest === '' || (!isAtEnd && !old.endsWith('\n') && /^[ \t\r\n]*$/.test(rest))
}

/** Candidates are the positions of the rarest line of the hunk, nearest first. */
function findNearest(image: Image, wanted: Wanted, index: LineIndex, patience: Patience): number | undefined {
  const pattern = index.patternOf(wanted.old)
  const { places, offset } = index.rarest(pattern) ?? { places: new Uint32Array(), offset: 0 }
  const startOf = (candidate: number): number => (places[candidate] as number) - offset
  const line = Math.min(wanted.line, currentLines(image))
  const distance = (candidate: number): number =>
    candidate < 0 || candidate >= places.length ? Number.POSITIVE_INFINITY : Math.abs(currentOf(image, startOf(candidate)) - line)
  let below = countWhere(places.length, (candidate) => currentOf(image, startOf(candidate)) < line)
  let above = below - 1
  let only: number | undefined
  while (patience.left > 0 && (above >= 0 || below < places.length)) {
    const start = startOf(distance(below) <= distance(above) ? below++ : above--)
    patience.left--
    if (!index.agrees(pattern, start, patience) || !isPlace(image, wanted, start)) continue
    if (!wanted.mustBeOnly) return start
    if (only !== undefined) return undefined
    only = start
  }
  return patience.left > 0 ? only : undefined
}
