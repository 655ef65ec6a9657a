// A text that hunks are applied to: its lines, and which of them have been replaced already. Lines are counted from 0, in the text as it
// was (`original`) or as it is now (`current`).
import { Failure, LIMITS, sentence } from '@countersign/protocol'

export interface Replaced {
  /** The first original line that is replaced, and how many. */
  readonly start: number
  readonly lines: number
  readonly text: string
  readonly newLines: number
}

export interface Image {
  readonly text: string
  /** Where each line begins, and the end of the text. */
  readonly starts: Uint32Array
  /** In order of position. */
  readonly replaced: Replaced[]
  /** For each of `replaced`: how far the lines after it have moved. */
  readonly moved: number[]
}

export function openImage(text: string, path: string): Image {
  return { text, starts: findStarts(text, path), replaced: [], moved: [] }
}

export const originalLines = ({ starts }: Image): number => starts.length - 1

export const currentLines = (image: Image): number => originalLines(image) + (image.moved.at(-1) ?? 0)

function findStarts(text: string, path: string): Uint32Array {
  let starts = new Uint32Array(1024)
  let count = 0
  for (let at = 0; at < text.length; at = text.indexOf('\n', at) + 1 || text.length) {
    if (count === LIMITS.maxPatchedLines)
      throw new Failure('FILE_TOO_LARGE', { subject: sentence('file.too-many-lines', { path, count: LIMITS.maxPatchedLines }), path })
    if (count + 1 >= starts.length) starts = grow(starts)
    starts[count++] = at
  }
  starts[count] = text.length
  return starts.subarray(0, count + 1)
}

function grow(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * numbers.length)
  larger.set(numbers)
  return larger
}

/** Hunks come in order, unless one is found before an earlier one: only then do the later ones move up. Returns how many did. */
export function replaceLines(image: Image, change: Replaced): number {
  const { replaced, moved } = image
  const at = countBefore(image, change.start)
  replaced.splice(at, 0, change)
  moved.splice(at, 0, 0)
  for (let index = at; index < replaced.length; index++) {
    const { lines, newLines } = replaced[index] as Replaced
    moved[index] = (moved[index - 1] ?? 0) + newLines - lines
  }
  return replaced.length - 1 - at
}

/** Whether none of these original lines has been replaced. */
export function isUntouched(image: Image, start: number, lines: number): boolean {
  const at = countBefore(image, start)
  const previous = image.replaced[at - 1]
  const next = image.replaced[at]
  return (!previous || previous.start + previous.lines <= start) && (!next || start + lines <= next.start)
}

/** The current position of an original line. A replaced line counts as part of its replacement. */
export function currentOf(image: Image, original: number): number {
  const at = countBefore(image, original) - 1
  const last = image.replaced[at]
  if (!last) return original
  const before = image.moved[at - 1] ?? 0
  if (original < last.start + last.lines) return Math.min(original, last.start + last.newLines) + before
  return original + (image.moved[at] as number)
}

/** The original line at this current position; undefined if it is a new line. */
export function originalOf(image: Image, current: number): number | undefined {
  const { replaced, moved } = image
  const at = countWhere(replaced.length, (index) => (replaced[index] as Replaced).start + (moved[index - 1] ?? 0) <= current) - 1
  const last = replaced[at]
  if (!last) return current
  const isNew = current < last.start + (moved[at - 1] ?? 0) + last.newLines
  return isNew ? undefined : current - (moved[at] as number)
}

export function textOf({ text, starts, replaced }: Image): string {
  const parts: string[] = []
  let at = 0
  for (const { start, lines, text: added } of replaced) {
    parts.push(text.slice(at, starts[start]), added)
    at = starts[start + lines] as number
  }
  parts.push(text.slice(at))
  return parts.join('')
}

const countBefore = ({ replaced }: Image, line: number): number =>
  countWhere(replaced.length, (index) => (replaced[index] as Replaced).start <= line)

/** How many items pass the test. Binary search: those that pass must come first. */
export function countWhere(length: number, isSuch: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isSuch(middle)) low = middle + 1
    else high = middle
  }
  return low
}
