// The hunks of a file change as its preview shows them, numbered from 1 over all files, and an answer that keeps only some of them. Whoever
// shows, chooses or applies a part counts hunks and lines here.
import * as z from 'zod'
import { canonicalJson, type Digest, digestOf, digestSchema } from '../digest/digest.ts'
import { LIMITS } from '../limits/limits.ts'
import type { Preview } from './preview.ts'

const HUNK_NUMBER = /^[1-9]\d{0,6}$/

export const keptSchema = z.strictObject({
  /** The digest of the preview that was chosen from. */
  preview_digest: digestSchema,
  /** The hunks that are kept whole. */
  hunks: z.array(z.int().positive()).max(LIMITS.maxPatchHunks).default([]),
  /** By hunk, the changed lines of it that are kept: counted from 1, below its `@@` line, context lines included. */
  lines: z.record(z.string().regex(HUNK_NUMBER), z.array(z.int().positive()).max(LIMITS.maxPatchHunks)).default({}),
  /** What the operator says about a hunk, kept or not. */
  comments: z.record(z.string().regex(HUNK_NUMBER), z.string().min(1).max(LIMITS.maxUserMessageCharacters)).default({}),
})
export type Kept = z.output<typeof keptSchema>

export const keepsNothing = ({ hunks, lines }: Kept): boolean =>
  hunks.length === 0 && Object.values(lines).every((chosen) => chosen.length === 0)

type DiffPreview = Extract<Preview, { kind: 'diff' }>
export type ShownFile = DiffPreview['files'][number]

export interface ShownHunk {
  readonly number: number
  readonly file: ShownFile
  /** Its `@@` line; empty if the file is shown as a whole. */
  readonly header: string
  /** Each with its sign; a mark of a missing newline is a line too. Empty if the file is shown as a whole. */
  readonly lines: readonly string[]
  /** If false, it is kept or dropped as a whole: a deletion, a rename without changes, what is not text, a diff that was cut. */
  readonly canSplit: boolean
}

/** The tools whose change can be kept in part. */
export const TAKEN_IN_PART: readonly string[] = ['write_file', 'edit_file', 'apply_patch']

export const previewDigest = (preview: Preview): Digest => digestOf(canonicalJson(preview))

export function shownHunks({ files }: DiffPreview): readonly ShownHunk[] {
  let number = 1
  return files.flatMap((file) => readFile(file).map((hunk) => ({ ...hunk, file, number: number++ })))
}

type ReadHunk = Omit<ShownHunk, 'number' | 'file'>

function readFile(file: ShownFile): readonly ReadHunk[] {
  const hunks = isWholeOnly(file) ? [] : readHunks(file.diff.split('\n'))
  return hunks.length > 0 ? hunks : [{ header: '', lines: [], canSplit: false }]
}

/** A note says that the diff is not the change itself, except that unsaved text is saved with it. */
const isWholeOnly = ({ change, note_form, cut_form }: ShownFile): boolean =>
  change === 'delete' || cut_form !== undefined || (note_form !== undefined && note_form.form !== 'diff.saves-unsaved')

const HEADER = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/

function readHunks(lines: readonly string[]): ReadHunk[] {
  const hunks: ReadHunk[] = []
  for (let at = lines.findIndex((line) => HEADER.test(line)); at >= 0 && at < lines.length; ) {
    const header = lines[at] as string
    const end = endOfHunk(lines, at, HEADER.exec(header))
    if (end === undefined) break
    hunks.push({ header, lines: lines.slice(at + 1, end), canSplit: true })
    at = end
  }
  return hunks
}

/** Undefined where no hunk begins. */
function endOfHunk(lines: readonly string[], at: number, counts: RegExpExecArray | null): number | undefined {
  if (!counts) return undefined
  let [oldLeft, newLeft] = [Number(counts[1] ?? 1), Number(counts[2] ?? 1)]
  let end = at + 1
  for (; end < lines.length && (oldLeft > 0 || newLeft > 0 || lines[end]?.startsWith('\\')); end++) {
    const sign = lines[end]?.[0]
    if (sign === '\\') continue
    if (sign !== '+') oldLeft--
    if (sign !== '-') newLeft--
  }
  return end
}

export const isChangedLine = (line: string | undefined): boolean => line !== undefined && (line.startsWith('+') || line.startsWith('-'))

/** The numbers of the lines that can be kept or dropped. */
export const changedLines = ({ lines }: ShownHunk): readonly number[] =>
  lines.flatMap((line, index) => (isChangedLine(line) ? [index + 1] : []))
