// Joins two changes of one text by lines: what was approved, and what somebody typed meanwhile. Each must have left alone the lines that
// the other changed; where that is not sure, there is no merge.
import { diffArrays } from 'diff'

const MAX_CHARACTERS = 4 * 1024 * 1024
const OPTIONS = { maxEditLength: 4_000, timeout: 1_000 }

export interface TwoChanges {
  readonly base: string
  readonly approved: string
  readonly typed: string
}

/** Lines of the base from `start` up to `end` become `lines`. */
interface LineChange {
  readonly start: number
  readonly end: number
  readonly lines: readonly string[]
}

/** Undefined where both changed the same lines, or put something at the same place. */
export function mergeTexts({ base, approved, typed }: TwoChanges): string | undefined {
  if (Math.max(base.length, approved.length, typed.length) > MAX_CHARACTERS) return undefined
  const lines = linesOf(base)
  const ours = changesBetween(lines, linesOf(approved))
  const theirs = changesBetween(lines, linesOf(typed))
  if (!ours || !theirs || ours.some((one) => theirs.some((other) => collide(one, other)))) return undefined
  return applyAll(lines, [...ours, ...theirs])
}

/** With their line ends. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? []

function changesBetween(before: readonly string[], after: readonly string[]): LineChange[] | undefined {
  const parts = diffArrays([...before], [...after], OPTIONS)
  if (!parts) return undefined
  const changes: LineChange[] = []
  let at = 0
  for (const { added, removed, value } of parts) {
    const last = changes.at(-1)
    const end = added ? at : at + value.length
    if (added || removed) {
      // What goes and what comes at one place is one change.
      const isSame = last !== undefined && last.end === at
      const change = { start: isSame ? last.start : at, end, lines: [...(isSame ? last.lines : []), ...(added ? value : [])] }
      changes.splice(isSame ? -1 : changes.length, isSame ? 1 : 0, change)
    }
    at = end
  }
  return changes
}

/** Neighbouring lines are no collision; where one only inserts, even touching is. */
function collide(one: LineChange, other: LineChange): boolean {
  if (one.start === one.end || other.start === other.end) return one.start <= other.end && other.start <= one.end
  return one.start < other.end && other.start < one.end
}

function applyAll(lines: readonly string[], changes: readonly LineChange[]): string {
  const parts: string[] = []
  let at = 0
  for (const change of changes.toSorted((one, other) => one.start - other.start)) {
    parts.push(...lines.slice(at, change.start), ...change.lines)
    at = change.end
  }
  parts.push(...lines.slice(at))
  return parts.join('')
}
