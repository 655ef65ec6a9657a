// Waits for a document that is open to show what was written to its file.
import * as vscode from 'vscode'
import { showsChange } from './changed-lines.ts'

/** After this, the document keeps changes of its own, and the lines are marked where they should be. */
const SHOWN_MILLISECONDS = 10_000

/** An open document is read again from the disk a moment later; that would look like an edit of the marked lines. */
export async function untilShown(uri: vscode.Uri, diff: string): Promise<void> {
  const find = () => vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString())
  const isShown = () => showsChange(find()?.getText() ?? '', diff) || find() === undefined
  if (isShown()) return
  await new Promise<void>((resolve) => {
    const end = () => {
      parts.dispose()
      clearTimeout(timer)
      resolve()
    }
    const look = () => isShown() && end()
    const timer = setTimeout(end, SHOWN_MILLISECONDS)
    const parts = vscode.Disposable.from(vscode.workspace.onDidChangeTextDocument(look), vscode.workspace.onDidCloseTextDocument(look))
  })
}
