// Which hunks and lines of a change are kept. All are, until the person drops some; what is dropped is remembered, so that nothing is kept or
// dropped unseen.
import { changedLines, type Kept, type Preview, previewDigest, type ShownHunk, shownHunks, TAKEN_IN_PART } from '@countersign/protocol'
import type { Waiting } from '../../mirror/state/waiting.ts'

export type DiffPreview = Extract<Preview, { kind: 'diff' }>

/** `2:5` is line 5 of hunk 2; `2:0` is hunk 2 where it cannot be split. */
export type Dropped = ReadonlySet<string>

export type HunkState = 'whole' | 'part' | 'none'

const keyOf = (hunk: ShownHunk, line: number): string => `${hunk.number}:${line}`

const keysOf = (hunk: ShownHunk): Dropped => new Set((hunk.canSplit ? changedLines(hunk) : [0]).map((line) => keyOf(hunk, line)))

/** The hunks to choose from; empty if the change is approved or rejected as a whole. */
export function choicesOf({ tool_name, preview, is_abridged }: Waiting): readonly ShownHunk[] {
  if (preview?.kind !== 'diff' || is_abridged || !TAKEN_IN_PART.includes(tool_name)) return []
  const hunks = shownHunks(preview)
  return hunks.length > 1 || hunks.some((hunk) => changedLines(hunk).length > 1) ? hunks : []
}

export const isLineDropped = (dropped: Dropped, hunk: ShownHunk, line: number): boolean => dropped.has(keyOf(hunk, line))

export function stateOf(dropped: Dropped, hunk: ShownHunk): HunkState {
  const keys = keysOf(hunk)
  if (keys.isDisjointFrom(dropped)) return 'whole'
  return keys.isSubsetOf(dropped) ? 'none' : 'part'
}

/** Keeps all of the hunk, or drops it if all of it is kept. */
export const toggleHunk = (dropped: Dropped, hunk: ShownHunk): Dropped =>
  stateOf(dropped, hunk) === 'whole' ? dropped.union(keysOf(hunk)) : dropped.difference(keysOf(hunk))

export const toggleLine = (dropped: Dropped, hunk: ShownHunk, line: number): Dropped =>
  dropped.symmetricDifference(new Set([keyOf(hunk, line)]))

export const dropAll = (hunks: readonly ShownHunk[]): Dropped => new Set(hunks.flatMap((hunk) => [...keysOf(hunk)]))

export const countKept = (dropped: Dropped, hunks: readonly ShownHunk[]): number =>
  hunks.filter((hunk) => stateOf(dropped, hunk) !== 'none').length

export function keptOf(preview: DiffPreview, dropped: Dropped, hunkComments: Readonly<Record<string, string>>): Kept {
  const hunks = shownHunks(preview)
  const inPart = hunks.filter((hunk) => stateOf(dropped, hunk) === 'part')
  const lines = inPart.map((hunk) => [hunk.number, changedLines(hunk).filter((line) => !isLineDropped(dropped, hunk, line))] as const)
  return {
    preview_digest: previewDigest(preview),
    hunks: hunks.filter((hunk) => stateOf(dropped, hunk) === 'whole').map(({ number }) => number),
    lines: Object.fromEntries(lines),
    comments: Object.fromEntries(Object.entries(hunkComments).filter(([, comment]) => comment.trim() !== '')),
  }
}
