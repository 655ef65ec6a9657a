// The marks of all documents, drawn in the gutter and as lenses; they move with what the person types.
import * as vscode from 'vscode'
import { registerLenses } from '../editor/lenses.ts'
import type { FolderProject } from '../projects/folder-project.ts'
import { type LineRange, moveRanges } from './changed-lines.ts'

const { t } = vscode.l10n

export interface Mark {
  readonly project: FolderProject
  readonly callId: string
  readonly agent: string
  readonly ranges: readonly LineRange[]
}

export interface MarkStore extends vscode.Disposable {
  add(uri: vscode.Uri, mark: Mark): void
  /** All marks of a call. */
  remove(callId: string): void
}

export function openMarkStore(icon: vscode.Uri): MarkStore {
  const marks = new Map<string, readonly Mark[]>()
  const decoration = createDecoration(icon)
  const marksOf = (uri: vscode.Uri) => marks.get(uri.toString()) ?? []
  const lenses = registerLenses('file', (uri) => marksOf(uri).map(lensOf))
  const draw = () => {
    for (const editor of vscode.window.visibleTextEditors) editor.setDecorations(decoration, optionsOf(marksOf(editor.document.uri)))
  }
  const set = (uri: string, after: readonly Mark[]) => {
    const left = after.filter(({ ranges }) => ranges.length > 0)
    if (left.length > 0) marks.set(uri, left)
    else marks.delete(uri)
    draw()
    lenses.refresh()
  }
  const move = ({ document: { uri }, contentChanges }: vscode.TextDocumentChangeEvent) => {
    if (marks.has(uri.toString()) && contentChanges.length > 0) set(uri.toString(), contentChanges.reduce(moveMarks, marksOf(uri)))
  }
  const drawing = vscode.window.onDidChangeVisibleTextEditors(draw)
  const moving = vscode.workspace.onDidChangeTextDocument(move)
  return {
    add: (uri, mark) => set(uri.toString(), [...marksOf(uri), mark]),
    remove(callId) {
      for (const [uri, before] of [...marks])
        set(
          uri,
          before.filter((mark) => mark.callId !== callId),
        )
    },
    dispose: () => vscode.Disposable.from(decoration, lenses, drawing, moving).dispose(),
  }
}

const createDecoration = (icon: vscode.Uri): vscode.TextEditorDecorationType =>
  vscode.window.createTextEditorDecorationType({
    gutterIconPath: icon,
    gutterIconSize: 'contain',
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.modifiedForeground'),
    overviewRulerLane: vscode.OverviewRulerLane.Left,
  })

function moveMarks(marks: readonly Mark[], { range, text }: vscode.TextDocumentContentChangeEvent): readonly Mark[] {
  const edit = { start: range.start.line, end: range.end.line + 1, lines: text.split('\n').length }
  return marks.map((mark) => ({ ...mark, ranges: moveRanges(mark.ranges, edit) }))
}

const optionsOf = (marks: readonly Mark[]): vscode.DecorationOptions[] =>
  marks.flatMap(({ ranges, agent }) =>
    ranges.map(({ start, end }) => ({
      range: new vscode.Range(start, 0, end - 1, 0),
      // As text: the name of an agent is no markup.
      hoverMessage: new vscode.MarkdownString().appendText(t('Changed by {0}', agent || t('the agent'))),
    })),
  )

function lensOf({ project, callId, agent, ranges: [first] }: Mark): vscode.CodeLens {
  const line = first?.start ?? 0
  const title = t('$(discard) Changed by {0}: undo', agent || t('the agent'))
  return new vscode.CodeLens(new vscode.Range(line, 0, line, 0), { title, command: 'countersign.undoChange', arguments: [project, callId] })
}
