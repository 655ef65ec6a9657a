// What disappears when a file or folder is deleted or renamed, as a person sees it before answering.
import { makeVisible } from '@countersign/policy'
import { LIMITS, type Preview, type Sentence, sentence } from '@countersign/protocol'
import { previewFile } from '../files/preview-change.ts'
import type { ObjectFacts, WorkspaceReader } from '../hosts/workspace.ts'
import { inMegabytes } from '../words/text.ts'
import { plainLine } from '../words/text-preview.ts'

type FilePreview = Extract<Preview, { kind: 'diff' }>['files'][number]

/** The content that is lost; undefined if it cannot be shown as lines: a folder, a link, a large file. */
export async function showLostFile(
  path: string,
  facts: ObjectFacts,
  workspace: Pick<WorkspaceReader, 'readIfPresent'>,
): Promise<FilePreview | undefined> {
  if (facts.kind === 'directory' || facts.leadsTo !== undefined || facts.bytes > LIMITS.maxDiffBytes) return undefined
  const before = await workspace.readIfPresent(path)
  return before && previewFile({ change: 'delete', path, before: before.bytes, after: undefined })
}

/** What the object is and how large, then the first names in it, one sentence each. */
export function describeObject(
  path: string,
  { kind, files, bytes, names, leadsTo }: ObjectFacts,
): [object: Sentence, ...names: Sentence[]] {
  if (leadsTo !== undefined) return [sentence('preview.link', { path, target: makeVisible(leadsTo) })]
  const size = sentence('part.bytes', { count: bytes })
  if (kind === 'file') return [sentence('preview.file', { path, size })]
  if (names.length === 0) return [sentence('preview.empty-folder', { path })]
  const isCut = names.filter((name) => !name.endsWith('/')).length < files
  return [
    sentence('preview.folder', { path, files: sentence('part.files', { count: files }), size }),
    ...names.map((name) => plainLine(`  ${makeVisible(name)}`)),
    ...(isCut ? [sentence('preview.only-first-names')] : []),
  ]
}

export const warnOfLoss = (facts: readonly ObjectFacts[]): Sentence[] =>
  facts.reduce((sum, { bytes }) => sum + bytes, 0) > LIMITS.maxUndoBytesPerCall
    ? [sentence('preview.cannot-be-undone', { megabytes: inMegabytes(LIMITS.maxUndoBytesPerCall) })]
    : []
