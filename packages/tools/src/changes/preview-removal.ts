// What goes when a file or folder is deleted, or gets another name, as a person sees it before answering.
import { makeVisible } from '@countersign/policy'
import { LIMITS, type Preview } from '@countersign/protocol'
import { previewFile } from '../files/preview-change.ts'
import type { ObjectFacts, WorkspaceReader } from '../hosts/workspace.ts'
import { formatCount, inMegabytes } from '../words/format-size.ts'

type FilePreview = Extract<Preview, { kind: 'diff' }>['files'][number]

/** The content that is lost; undefined where that cannot be shown as lines: a folder, a link, a large file. */
export async function showLostFile(
  path: string,
  facts: ObjectFacts,
  workspace: Pick<WorkspaceReader, 'readIfPresent'>,
): Promise<FilePreview | undefined> {
  if (facts.kind === 'directory' || facts.leadsTo !== undefined || facts.bytes > LIMITS.maxDiffBytes) return undefined
  const before = await workspace.readIfPresent(path)
  return before && previewFile({ change: 'delete', path, before: before.bytes, after: undefined })
}

/** In words: what it is, how much, and the first names in it. */
export function describeObject(path: string, { kind, files, bytes, names, leadsTo }: ObjectFacts): string {
  if (leadsTo !== undefined) return `${path}, a link to ${makeVisible(leadsTo)}. What it leads to stays.`
  if (kind === 'file') return `${path}, ${formatCount(bytes, 'byte')}.`
  const head = `${path}/, a folder with ${formatCount(files, 'file')} (${formatCount(bytes, 'byte')})`
  if (names.length === 0) return `${path}/, an empty folder.`
  const isCut = names.filter((name) => !name.endsWith('/')).length < files
  return `${head}:\n${names.map((name) => `  ${makeVisible(name)}`).join('\n')}${isCut ? '\n  … only the first names are shown' : ''}`
}

export const warnOfLoss = (facts: readonly ObjectFacts[]): string =>
  facts.reduce((sum, { bytes }) => sum + bytes, 0) > LIMITS.maxUndoBytesPerCall
    ? `\nThis cannot be undone: more than ${inMegabytes(LIMITS.maxUndoBytesPerCall)} MB of one call are not kept.`
    : ''
