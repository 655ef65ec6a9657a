// What the files of an approval would be after it, kept from when it begins to wait: once the person has typed on, it cannot be made any more.
import * as vscode from 'vscode'
import { filesOf, type PreviewedFile, sidesOf } from '../approvals/preview-documents.ts'
import type { Log } from '../log/log.ts'
import type { FolderProject } from '../projects/folder-project.ts'

const SCHEME = 'countersign-approved'

/** Of approvals that nobody answers; the oldest go first. */
const MAX_APPROVALS = 50

/** One file of an approval, before and after it. */
export interface ApprovedFile {
  readonly uri: vscode.Uri
  readonly path: string
  readonly before: string
  readonly after: string
}

export interface ApprovedTexts extends vscode.Disposable {
  /** From now on, what waits in the project is remembered. */
  follow(project: FolderProject): vscode.Disposable
  of(approvalId: string): Promise<readonly ApprovedFile[]>
  /** The text after the approval, as a document that can only be read. */
  documentOf(approvalId: string, file: ApprovedFile): vscode.Uri
}

export function openApprovedTexts(log: Log): ApprovedTexts {
  const known = new Map<string, Promise<readonly ApprovedFile[]>>()
  const documents = new Map<string, string>()
  const provider = { provideTextDocumentContent: (uri: vscode.Uri) => documents.get(uri.toString()) ?? '' }
  const registered = vscode.workspace.registerTextDocumentContentProvider(SCHEME, provider)
  const remember = (project: FolderProject): void => {
    for (const { id, preview } of project.mirror.store.getState().waiting.values())
      if (preview?.kind === 'diff' && !known.has(id)) known.set(id, readAll(project, filesOf(preview), log))
    for (const oldest of known.keys()) if (known.size > MAX_APPROVALS) known.delete(oldest)
  }
  return {
    follow(project) {
      remember(project)
      return { dispose: project.mirror.store.subscribe(() => remember(project)) }
    },
    of: async (approvalId) => (await known.get(approvalId)) ?? [],
    documentOf(approvalId, { path, after }) {
      const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${path}`, query: approvalId })
      documents.set(uri.toString(), after)
      return uri
    },
    dispose: () => registered.dispose(),
  }
}

async function readAll(project: FolderProject, files: readonly PreviewedFile[], log: Log): Promise<readonly ApprovedFile[]> {
  try {
    return await Promise.all(files.filter(isKnownWhole).map((file) => read(project, file)))
  } catch (error) {
    log.warn({ error: String(error) }, 'what was approved could not be kept')
    return []
  }
}

const isKnownWhole = ({ change, isCut }: PreviewedFile): boolean => change === 'modify' && !isCut

async function read({ folder }: FolderProject, file: PreviewedFile): Promise<ApprovedFile> {
  const uri = vscode.Uri.joinPath(folder.uri, ...file.path.split('/'))
  return { uri, path: file.path, ...(await sidesOf(folder, file)) }
}
