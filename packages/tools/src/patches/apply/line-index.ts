// Which lines of a text are lines of the hunks, and where each occurs. Built only if a hunk is not at the line in its header.
import type { Image } from './image.ts'

export interface LineIndex {
  /** The line of a hunk that occurs least often, and its distance from the hunk's first line; undefined if one occurs nowhere. */
  rarest(pattern: Pattern): { readonly places: Uint32Array; readonly offset: number } | undefined
  /** Whether the lines of a hunk are at this position. Each comparison uses up some of `patience`. */
  agrees(pattern: Pattern, start: number, patience: Patience): boolean
  patternOf(old: string): Pattern
}

/** Lines by their numbers in the index, without a last line that lacks its newline: that one is compared as text. */
export type Pattern = Int32Array

/** How many comparisons are left; a text of equal lines could need any number. */
export interface Patience {
  left: number
}

export function indexLines({ text, starts }: Image, olds: readonly string[]): LineIndex {
  const numbers = new Map<string, number>()
  for (const line of olds.flatMap(wholeLines)) if (!numbers.has(line)) numbers.set(line, numbers.size)
  const count = starts.length - 1
  const lines = new Int32Array(count)
  for (let line = 0; line < count; line++) lines[line] = numbers.get(text.slice(starts[line], starts[line + 1])) ?? -1
  const placesOf = gatherPlaces(lines, numbers.size)
  const everywhere = () => Uint32Array.from({ length: count }, (_, line) => line)
  return {
    patternOf: (old) => Int32Array.from(wholeLines(old), (line) => numbers.get(line) as number),
    rarest: (pattern) => (pattern.length === 0 ? { places: everywhere(), offset: 0 } : findRarest(pattern, placesOf)),
    agrees: (pattern, start, patience) => {
      if (start < 0 || start + pattern.length > count) return false
      for (let offset = 0; offset < pattern.length; offset++) {
        patience.left--
        if (lines[start + offset] !== pattern[offset]) return false
      }
      return true
    },
  }
}

const wholeLines = (text: string): readonly string[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => `${line}\n`)

function findRarest(pattern: Pattern, placesOf: (line: number) => Uint32Array) {
  let rarest = { places: placesOf(pattern[0] as number), offset: 0 }
  for (const [offset, line] of pattern.entries()) {
    const places = placesOf(line)
    if (places.length < rarest.places.length) rarest = { places, offset }
  }
  return rarest.places.length === 0 ? undefined : rarest
}

/** All positions in one array, those of the same line next to each other. */
function gatherPlaces(lines: Int32Array, size: number): (line: number) => Uint32Array {
  const ends = new Uint32Array(size + 1)
  for (const line of lines) if (line >= 0) ends[line + 1] = (ends[line + 1] as number) + 1
  for (let line = 0; line < size; line++) ends[line + 1] = (ends[line + 1] as number) + (ends[line] as number)
  const places = new Uint32Array(ends[size] as number)
  const next = ends.slice(0, size)
  for (const [place, line] of lines.entries()) {
    if (line < 0) continue
    places[next[line] as number] = place
    next[line] = (next[line] as number) + 1
  }
  return (line) => places.subarray(ends[line], ends[line + 1])
}
