// The change of one file as a person sees it before answering: a complete unified diff, or for what is too large its beginning,
// its size and its digest. It always ends in reasonable time.
import { digestOf, inEnglish, LIMITS, type Preview, type Sentence, sentence } from '@countersign/protocol'
import { decodeText } from './text.ts'
import { unifiedDiff } from './unified-diff.ts'

type FilePreview = Extract<Preview, { kind: 'diff' }>['files'][number]

export interface ShownChange {
  readonly change: FilePreview['change']
  readonly path: string
  readonly from?: string
  readonly before: Uint8Array | undefined
  /** Undefined where the file goes. */
  readonly after: Uint8Array | undefined
}

export interface PreviewLimits {
  readonly maxCharacters?: number
  /** For the comparison; without it, what is usual for one file. */
  readonly milliseconds?: number
}

export function previewChange(path: string, before: Uint8Array | undefined, after: Uint8Array): Preview {
  return { kind: 'diff', files: [previewFile({ change: before ? 'modify' : 'create', path, before, after })] }
}

export function previewFile(
  shown: ShownChange,
  { maxCharacters = LIMITS.maxDiffBytes / 2, milliseconds }: PreviewLimits = {},
): FilePreview {
  const { change, path, from, before, after } = shown
  const { text, note_form } = diffOf(shown, milliseconds)
  const diff = shorten(text, after, maxCharacters)
  const sizes = { size_before: before?.length ?? null, size_after: after?.length ?? null }
  return { path, change, ...(from !== undefined && { from }), diff, ...(note_form && { note_form }), ...sizes }
}

function diffOf({ path, from = path, before, after }: ShownChange, milliseconds: number | undefined): Diff {
  const header = `--- ${before ? `a/${from}` : '/dev/null'}\n+++ ${after ? `b/${path}` : '/dev/null'}\n`
  const [old, next] = [before ? decodeText(before) : '', after ? decodeText(after) : '']
  const withNote = (note_form: Sentence, lines = '') => ({ text: `${header}${inEnglish(note_form)}\n${lines}`, note_form })
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

function shorten(diff: string, after: Uint8Array | undefined, limit: number): string {
  if (diff.length <= limit) return diff
  const shown = diff.slice(0, limit).toWellFormed()
  const content = after ? `The new content has ${after.length} bytes, SHA-256 ${digestOf(after)}` : 'The whole file goes'
  return `${shown}\n[Only the first ${limit} characters are shown. ${content}]\n`
}
