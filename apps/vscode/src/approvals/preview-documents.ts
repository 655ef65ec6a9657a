// The two sides of a preview as documents that can only be read: the file as it is, and as it would be.
import type { Preview } from '@countersign/protocol'
import { applyPatch, parsePatch } from 'diff'
import * as vscode from 'vscode'
import type { FolderProject } from '../projects/folder-project.ts'
import { withoutHeader } from './without-header.ts'

/** The manifest knows both: only the first is approved as it is shown. */
export const PREVIEW_SCHEME = 'countersign-preview'
export const REVIEW_SCHEME = 'countersign-review'

type Review = Extract<Preview, { kind: 'review' }>
type Diff = Extract<Preview, { kind: 'diff' }>

/** One file of a preview. */
export interface PreviewedFile {
  readonly path: string
  readonly from: string
  readonly change: 'create' | 'modify' | 'delete' | 'rename'
  readonly hunks: readonly PreviewedHunk[]
  /** Without a header: begins with the first hunk. */
  readonly diff: string
  /** Only the beginning of the change is known. */
  readonly isCut: boolean
}

export interface PreviewedHunk {
  readonly number: number
  /** Of the side after the change, from 0. */
  readonly line: number
}

export function filesOf(preview: Preview | null): readonly PreviewedFile[] {
  if (preview?.kind === 'diff') return preview.files.map(fileOfDiff)
  return preview?.kind === 'review' ? preview.files.map(fileOfReview) : []
}

const fileOfDiff = ({ path, from = path, change, diff, cut_form }: Diff['files'][number]): PreviewedFile => ({
  path,
  from,
  change,
  diff: withoutHeader(diff),
  isCut: cut_form !== undefined,
  hunks: [],
})

function fileOfReview({ path, from = path, change, hunks }: Review['files'][number]): PreviewedFile {
  return {
    path,
    from,
    change,
    diff: hunks.map(({ diff }) => diff).join(''),
    isCut: false,
    hunks: hunks.map(({ number, diff }) => ({ number, line: firstLine(diff) })),
  }
}

const firstLine = (diff: string): number => Math.max(0, Number(/^@@ -\S+ \+(\d+)/.exec(diff)?.[1] ?? 1) - 1)

export interface PreviewDocuments extends vscode.Disposable {
  /** Both sides of each file, ready to be shown. */
  prepare(project: FolderProject, approvalId: string, files: readonly PreviewedFile[]): Promise<readonly Sides[]>
}

export interface Sides {
  readonly file: PreviewedFile
  readonly before: vscode.Uri
  readonly after: vscode.Uri
}

export function openPreviewDocuments(): PreviewDocuments {
  const texts = new Map<string, string>()
  const provider = { provideTextDocumentContent: (uri: vscode.Uri) => texts.get(uri.toString()) ?? '' }
  const registered = vscode.Disposable.from(
    ...[PREVIEW_SCHEME, REVIEW_SCHEME].map((scheme) => vscode.workspace.registerTextDocumentContentProvider(scheme, provider)),
  )
  const put = (uri: vscode.Uri, text: string): vscode.Uri => {
    texts.set(uri.toString(), text)
    return uri
  }
  return {
    prepare: (project, approvalId, files) =>
      Promise.all(
        files.map(async (file) => {
          const { before, after } = await sidesOf(project.folder, file)
          const uri = (side: 'before' | 'after') => uriOf(approvalId, file, side)
          return { file, before: put(uri('before'), before), after: put(uri('after'), after) }
        }),
      ),
    dispose: () => registered.dispose(),
  }
}

const uriOf = (approval: string, { from, path, hunks }: PreviewedFile, side: 'before' | 'after'): vscode.Uri =>
  vscode.Uri.from({
    scheme: hunks.length > 0 ? REVIEW_SCHEME : PREVIEW_SCHEME,
    path: `/${side === 'before' ? from : path}`,
    query: new URLSearchParams({ approval, side }).toString(),
  })

export const approvalOf = (uri: vscode.Uri): string | undefined =>
  uri.scheme === PREVIEW_SCHEME || uri.scheme === REVIEW_SCHEME ? (new URLSearchParams(uri.query).get('approval') ?? undefined) : undefined

interface BothTexts {
  readonly before: string
  readonly after: string
}

/** The whole file on both sides; only the changed parts where the file is no longer what the preview was made of. */
export async function sidesOf(folder: vscode.WorkspaceFolder, { from, change, diff, isCut }: PreviewedFile): Promise<BothTexts> {
  const before = change === 'create' ? '' : await textOf(vscode.Uri.joinPath(folder.uri, ...from.split('/')))
  if (change === 'delete' && diff === '') return { before: before ?? '', after: '' }
  if (before === undefined || isCut) return partsOf(diff)
  const [patch] = parsePatch(`--- a\n+++ b\n${diff}`)
  const after = patch ? applyPatch(before, patch) : before
  return after === false ? partsOf(diff) : { before, after }
}

/** An open document counts with its unsaved changes: that is what the preview was made of. */
async function textOf(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return (await vscode.workspace.openTextDocument(uri)).getText()
  } catch {
    return undefined
  }
}

function partsOf(diff: string): BothTexts {
  const lines = diff.split('\n').filter((line) => !line.startsWith('\\'))
  const side = (dropped: string) =>
    lines
      .filter((line) => !line.startsWith(dropped))
      .map((line) => (line.startsWith('@@') ? line : line.slice(1)))
      .join('\n')
  return { before: side('+'), after: side('-') }
}
