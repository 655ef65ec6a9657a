// The preview of an approval in the editor's own diff: one file as a diff, several as one list of diffs.
import * as vscode from 'vscode'
import type { Asked } from './answer.ts'
import { filesOf, type PreviewDocuments, type Sides } from './preview-documents.ts'

/** False where the approval has no files to compare. */
export async function showDiff({ project, waiting }: Asked, documents: PreviewDocuments): Promise<boolean> {
  const files = filesOf(waiting.preview)
  if (files.length === 0) return false
  const sides = await documents.prepare(project, waiting.id, files)
  const [only] = sides
  if (sides.length === 1 && only) {
    await vscode.commands.executeCommand('vscode.diff', only.before, only.after, titleOf(only), { preview: true })
    return true
  }
  // The editor adds how many files there are.
  const rows = sides.map((side) => [vscode.Uri.joinPath(project.folder.uri, ...side.file.path.split('/')), side.before, side.after])
  await vscode.commands.executeCommand('vscode.changes', waiting.tool_name, rows)
  return true
}

const titleOf = ({ file }: Sides): string => `${file.path} (${vscode.l10n.t('proposed')})`
