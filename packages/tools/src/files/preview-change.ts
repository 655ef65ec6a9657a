// The change of one file as a person sees it before answering: a complete unified diff or, if it is too large, its beginning, size and
// digest. It always ends in reasonable time: texts that are too different for a careful comparison are shown as one replaced block.
import { digestOf, inEnglish, LIMITS, type Preview, type Sentence, sentence } from '@countersign/protocol'
import { structuredPatch } from 'diff'
import type { FileContent } from '../hosts/workspace.ts'
import { countLines, decodeText } from '../words/text.ts'
import { type DiffHunk, widenHunks } from './widen-hunks.ts'

const CONTEXT_LINES = 3
const MAX_COMPARED_CHARACTERS = 4 * 1024 * 1024
const MAX_EDITS = 4_000
/** The most that is shown of each side: with the signs, both together exceed what a preview may hold, so that it notices a cut. */
const MAX_SHOWN_CHARACTERS = LIMITS.maxDiffBytes / 2
const MAX_MILLISECONDS = 1_000

export function unifiedDiff(before: string, after: string, milliseconds = MAX_MILLISECONDS): string {
  if (before === after) return ''
  const start = commonStart(before, after)
  const end = commonEnd(before, after, start)
  const [old, next] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  const skipped = countBreaks(before, start)
  const hunks = compare(old, next, milliseconds)
  const around = { before: before.slice(0, start), after: before.slice(before.length - end), context: CONTEXT_LINES }
  return (start + end > 0 ? widenHunks(hunks, around) : hunks)
    .map((hunk) => formatHunk({ ...hunk, oldStart: hunk.oldStart + skipped, newStart: hunk.newStart + skipped }))
    .join('')
}

function compare(before: string, after: string, timeout: number): readonly DiffHunk[] {
  if (before.length + after.length > MAX_COMPARED_CHARACTERS) return [replaceAll(before, after)]
  const options = { context: CONTEXT_LINES, timeout, maxEditLength: MAX_EDITS }
  return structuredPatch('', '', before, after, '', '', options)?.hunks ?? [replaceAll(before, after)]
}

/** Both sides complete, or the beginning of each if they exceed what a person is shown. */
function replaceAll(before: string, after: string): DiffHunk {
  const lines = [...signedLines(before, '-'), ...signedLines(after, '+')]
  return { oldStart: 1, oldLines: countLines(before), newStart: 1, newLines: countLines(after), lines }
}

function signedLines(text: string, sign: string): string[] {
  const lines: string[] = []
  for (let start = 0; start < text.length && start < MAX_SHOWN_CHARACTERS; ) {
    const end = text.indexOf('\n', start)
    lines.push(sign + text.slice(start, end < 0 ? text.length : end))
    if (end < 0) lines.push('\\ No newline at end of file')
    start = end < 0 ? text.length : end + 1
  }
  return lines
}

/** An empty side starts at the line before, as in git. */
function formatHunk({ oldStart, oldLines, newStart, newLines, lines }: DiffHunk): string {
  const from = oldLines === 0 ? oldStart - 1 : oldStart
  const to = newLines === 0 ? newStart - 1 : newStart
  return `@@ -${from},${oldLines} +${to},${newLines} @@\n${lines.join('\n')}\n`
}

/** The length of the common beginning, in whole lines, minus the lines of context. */
function commonStart(before: string, after: string): number {
  const length = Math.min(before.length, after.length)
  let at = 0
  while (at < length && before.charCodeAt(at) === after.charCodeAt(at)) at++
  let start = at === 0 ? 0 : before.lastIndexOf('\n', at - 1) + 1
  for (let line = 0; line < CONTEXT_LINES && start > 0; line++) start = start < 2 ? 0 : before.lastIndexOf('\n', start - 2) + 1
  return start
}

/** The length of the common end, likewise; it begins at the start of a line in both texts. */
function commonEnd(before: string, after: string, start: number): number {
  const length = Math.min(before.length, after.length) - start
  let size = 0
  while (size < length && before.charCodeAt(before.length - 1 - size) === after.charCodeAt(after.length - 1 - size)) size++
  let at = before.length - size
  for (let line = 0; line <= CONTEXT_LINES; line++) at = before.indexOf('\n', at) + 1 || before.length
  return before.length - at
}

function countBreaks(text: string, end: number): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count++
  return count
}

type FilePreview = Extract<Preview, { kind: 'diff' }>['files'][number]

export interface ShownChange {
  readonly change: FilePreview['change']
  readonly path: string
  readonly from?: string
  readonly before: Uint8Array | undefined
  /** Undefined if the file is deleted. */
  readonly after: Uint8Array | undefined
  /** `before` is an editor's text, which is saved with the change. */
  readonly isUnsaved?: boolean | undefined
}

export interface PreviewLimits {
  readonly maxCharacters?: number
  /** Limit for the comparison; if omitted, the default for one file. */
  readonly milliseconds?: number
}

export function previewChange(path: string, current: FileContent | undefined, after: Uint8Array): Preview {
  const change = current ? 'modify' : 'create'
  return { kind: 'diff', files: [previewFile({ change, path, before: current?.bytes, after, isUnsaved: current?.isUnsaved })] }
}

export function previewFile(
  shown: ShownChange,
  { maxCharacters = LIMITS.maxDiffBytes / 2, milliseconds }: PreviewLimits = {},
): FilePreview {
  const { change, path, from, before, after } = shown
  const { text, note_form } = diffOf(shown, milliseconds)
  const { diff, cut_form } = shorten(text, after, maxCharacters)
  const forms = { ...(note_form && { note_form }), ...(cut_form && { cut_form }) }
  const sizes = { size_before: before?.length ?? null, size_after: after?.length ?? null }
  return { path, change, ...(from !== undefined && { from }), diff, ...forms, ...sizes }
}

function diffOf({ path, from = path, before, after, isUnsaved }: ShownChange, milliseconds: number | undefined): Diff {
  const header = `--- ${before ? `a/${from}` : '/dev/null'}\n+++ ${after ? `b/${path}` : '/dev/null'}\n`
  const [old, next] = [before ? decodeText(before) : '', after ? decodeText(after) : '']
  const withNote = (note_form: Sentence, lines = '') => ({ text: `${header}${inEnglish(note_form)}\n${lines}`, note_form })
  if (isUnsaved) return withNote(sentence('diff.saves-unsaved', { path: from }), unifiedDiff(old ?? '', next ?? '', milliseconds))
  if (from !== path && old === next) return withNote(sentence('diff.same-content'))
  if (next === undefined) return withNote(sentence('diff.new-not-text'))
  if (old === undefined) return withNote(sentence(after ? 'diff.replaced-not-text' : 'diff.deleted-not-text'), unifiedDiff('', next))
  const lines = unifiedDiff(old, next, milliseconds)
  return lines ? { text: `${header}${lines}` } : withNote(sentence('diff.same-content'))
}

interface Diff {
  readonly text: string
  readonly note_form?: Sentence
}

function shorten(diff: string, after: Uint8Array | undefined, limit: number): { diff: string; cut_form?: Sentence } {
  if (diff.length <= limit) return { diff }
  const shown = diff.slice(0, limit).toWellFormed()
  const content = after ? sentence('diff.new-content', { count: after.length, digest: digestOf(after) }) : sentence('diff.whole-file-goes')
  const cut_form = sentence('diff.cut', { count: limit, content })
  return { diff: `${shown}\n${inEnglish(cut_form)}\n`, cut_form }
}
