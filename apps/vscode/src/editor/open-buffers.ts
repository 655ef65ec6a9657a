// The window's unsaved documents for the runner. A change goes into the document as an edit, so that the editor's own undo takes it back,
// and is saved without formatters.
import { realpathSync } from 'node:fs'
import { relative, sep } from 'node:path'
import type { OpenBuffers } from '@countersign/runner'
import * as vscode from 'vscode'

const { t } = vscode.l10n

/** `root` is the real path of the folder. */
export function createOpenBuffers(root: string): OpenBuffers {
  const dirty = () => vscode.workspace.textDocuments.filter(({ isDirty, uri }) => isDirty && uri.scheme === 'file')
  const findAll = (path: string) => dirty().filter(({ uri }) => pathIn(root, uri) === path)
  return {
    unsavedPaths: () => dirty().flatMap(({ uri }) => pathIn(root, uri) ?? []),
    unsaved: (path) => {
      const [document] = findAll(path)
      return document && { text: `${markOf(document)}${document.getText()}`, version: document.version }
    },
    async edit(path, { version, text }) {
      const [document, other] = findAll(path)
      if (!document || document.version !== version) return 'moved'
      if (other) throw new Error(t('{0} is open by two names with unsaved changes', path))
      if (!UTF_8.has(document.encoding)) throw new Error(t('{0} is open in another encoding than UTF-8', path))
      const change = new vscode.WorkspaceEdit()
      const { range, replacement } = smallestEdit(document, withoutMark(text))
      change.replace(document.uri, range, replacement)
      if (!(await vscode.workspace.applyEdit(change))) return 'moved'
      // The editor saves by name, and what the name leads to may have been replaced since the runner looked.
      if (pathIn(root, document.uri) !== path) throw new Error(t('{0} is another file now', path))
      await save(document)
      return 'saved'
    },
  }
}

/** The editor keeps the byte order mark of a file apart from its text. */
const markOf = ({ encoding }: vscode.TextDocument): string => (encoding === 'utf8bom' ? '\uFEFF' : '')

const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '')

/** What was approved is UTF-8; the editor would save other bytes in another encoding. */
const UTF_8: ReadonlySet<string> = new Set(['utf8', 'utf8bom'])

/** Links resolved, as the runner names files; undefined outside the folder. */
function pathIn(root: string, uri: vscode.Uri): string | undefined {
  const name = relative(root, realOf(uri.fsPath)).split(sep).join('/')
  return name === '' || name.startsWith('../') || name === '..' ? undefined : name
}

/** A file that was deleted on disk while it is open has no real path. */
function realOf(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}

/** Only what differs, so that cursors and folds elsewhere stay where they are. */
function smallestEdit(document: vscode.TextDocument, text: string): { range: vscode.Range; replacement: string } {
  const before = document.getText()
  const shorter = Math.min(before.length, text.length)
  let start = 0
  while (start < shorter && before[start] === text[start]) start++
  let end = 0
  while (end < shorter - start && before[before.length - 1 - end] === text[text.length - 1 - end]) end++
  const range = new vscode.Range(document.positionAt(start), document.positionAt(before.length - end))
  return { range, replacement: text.slice(start, text.length - end) }
}

async function save(document: vscode.TextDocument): Promise<void> {
  const active = vscode.window.activeTextEditor
  if (active?.document === document) await vscode.commands.executeCommand('workbench.action.files.saveWithoutFormatting')
  else await document.save()
  if (document.isDirty) throw new Error(t('{0} could not be saved', document.uri.fsPath))
}
