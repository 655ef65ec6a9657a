// An answer that keeps a part of a change, held against the preview that it was chosen from.
import {
  changedLines,
  Failure,
  isChangedLine,
  type Kept,
  keepsNothing,
  type Preview,
  previewDigest,
  type Sentence,
  type ShownHunk,
  sentence,
  shownHunks,
} from '@countersign/protocol'

export interface ChosenHunk {
  readonly shown: ShownHunk
  /** The numbers of the changed lines that are kept; empty if none is. A hunk that cannot be split has `isKept` only. */
  readonly lines: ReadonlySet<number>
  readonly isKept: 'whole' | 'part' | 'none'
  readonly comment?: string
}

export interface ChosenPart {
  readonly hunks: readonly ChosenHunk[]
  readonly isAll: boolean
  readonly isNothing: boolean
}

const wrong = (what: Sentence): Failure => new Failure('INVALID_ARGUMENTS', { subject: what })

/** Fails with INPUT_CHANGED if another preview was shown, and with INVALID_ARGUMENTS if the choice is not one of this preview. */
export function choosePart(preview: Preview | null, kept: Kept): ChosenPart {
  if (preview?.kind !== 'diff') throw wrong(sentence('part.no-hunks'))
  if (kept.preview_digest !== previewDigest(preview)) throw new Failure('INPUT_CHANGED', { subject: sentence('part.other-preview') })
  const shown = shownHunks(preview)
  checkNumbers(kept, shown.length)
  const hunks = shown.map((hunk) => chooseHunk(hunk, kept))
  return { hunks, isAll: hunks.every(({ isKept }) => isKept === 'whole'), isNothing: keepsNothing(kept) }
}

/** As it was recorded: for telling what was kept, when the preview is held in its masked form. */
export const recordedPart = (preview: Preview | null, kept: Kept): ChosenPart | undefined =>
  preview?.kind === 'diff' ? choosePart(preview, { ...kept, preview_digest: previewDigest(preview) }) : undefined

function checkNumbers({ hunks, lines, comments }: Kept, total: number): void {
  const named = { hunks, lines: Object.keys(lines).map(Number), comments: Object.keys(comments).map(Number) }
  for (const [field, numbers] of Object.entries(named)) {
    const unknown = numbers.find((number) => number > total)
    if (unknown !== undefined) throw wrong(sentence('answer.no-such-hunk', { field: `kept.${field}`, number: unknown, total }))
  }
  const chosen = [...hunks, ...named.lines]
  if (new Set(chosen).size < chosen.length) throw wrong(sentence('part.hunk-twice'))
}

function chooseHunk(shown: ShownHunk, kept: Kept): ChosenHunk {
  const comment = kept.comments[shown.number]
  const given = kept.lines[shown.number]
  const all = changedLines(shown)
  if (given && !shown.canSplit) throw wrong(sentence('part.only-whole', { number: shown.number }))
  const other = given?.find((line) => !isChangedLine(shown.lines[line - 1]))
  if (other !== undefined) throw wrong(sentence('part.no-such-line', { number: shown.number, line: other }))
  const lines = new Set(kept.hunks.includes(shown.number) ? all : given)
  const isWhole = kept.hunks.includes(shown.number) || (shown.canSplit && lines.size === all.length)
  const isPart = lines.size > 0 ? 'part' : 'none'
  return { shown, lines, isKept: isWhole ? 'whole' : isPart, ...(comment !== undefined && { comment }) }
}
