// Marks in the gutter beside lines that an agent changed since this window was opened, with undo at the mark.
import { hasEnded } from '@countersign/ui/following'
import * as vscode from 'vscode'
import { registerLenses } from '../editor/lenses.ts'
import type { Log } from '../log/log.ts'
import type { FolderProject } from '../projects/folder-project.ts'
import { settings } from '../settings/settings.ts'
import { sayError, sayWarning } from '../words/say.ts'
import { addedLines, type LineRange, moveRanges, showsChange } from './changed-lines.ts'

const { t } = vscode.l10n

/** After this, the document keeps changes of its own, and the lines are marked where they should be. */
const SHOWN_MILLISECONDS = 10_000

interface Mark {
  readonly project: FolderProject
  readonly callId: string
  readonly agent: string
  readonly ranges: readonly LineRange[]
}

export interface ChangeMarks extends vscode.Disposable {
  /** From now on, changes of the project are marked. */
  follow(project: FolderProject): vscode.Disposable
}

export function openChangeMarks(icon: vscode.Uri, log: Log): ChangeMarks {
  const marks = new Map<string, readonly Mark[]>()
  const decoration = vscode.window.createTextEditorDecorationType({
    gutterIconPath: icon,
    gutterIconSize: 'contain',
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.modifiedForeground'),
    overviewRulerLane: vscode.OverviewRulerLane.Left,
  })
  const lenses = registerLenses('file', (uri) => (marks.get(uri.toString()) ?? []).map(lensOf))
  const draw = () => {
    for (const editor of vscode.window.visibleTextEditors)
      editor.setDecorations(decoration, optionsOf(marks.get(editor.document.uri.toString()) ?? []))
    lenses.refresh()
  }
  const set = (uri: string, change: (before: readonly Mark[]) => readonly Mark[]) => {
    const after = change(marks.get(uri) ?? []).filter(({ ranges }) => ranges.length > 0)
    if (after.length > 0) marks.set(uri, after)
    else marks.delete(uri)
    draw()
  }
  const remove = (callId: string) => {
    for (const uri of [...marks.keys()]) set(uri, (before) => before.filter((mark) => mark.callId !== callId))
  }
  const undo = async (project: FolderProject, id: string) => {
    try {
      const { status, error } = await project.client.undoExecution({ params: { p: project.projectId, id }, query: {} })
      if (status === 'failed' || error) sayWarning(error ?? t('The change could not be undone.'))
      else remove(id)
    } catch (error) {
      sayError(error instanceof Error ? error.message : String(error))
    }
  }
  const parts = vscode.Disposable.from(
    decoration,
    lenses,
    vscode.window.onDidChangeVisibleTextEditors(draw),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const uri = document.uri.toString()
      if (!marks.has(uri)) return
      for (const { range, text } of contentChanges) {
        const edit = { start: range.start.line, end: range.end.line + 1, lines: text.split('\n').length }
        set(uri, (before) => before.map((mark) => ({ ...mark, ranges: moveRanges(mark.ranges, edit) })))
      }
    }),
    vscode.commands.registerCommand('countersign.undoChange', undo),
  )
  const mark = async (project: FolderProject, callId: string) => {
    const { approval, execution } = await project.client.getRecord({ params: { p: project.projectId, id: callId } })
    if (approval?.preview?.kind !== 'diff' || execution.status !== 'completed') return
    for (const { path, diff, change } of approval.preview.files) {
      if (change === 'delete') continue
      const uri = vscode.Uri.joinPath(project.folder.uri, ...path.split('/'))
      await untilShown(uri, diff)
      set(uri.toString(), (before) => [...before, { project, callId, agent: execution.agent, ranges: addedLines(diff) }])
    }
  }
  return {
    follow: (project) =>
      followCalls(
        project,
        (id) =>
          settings.marks() &&
          mark(project, id).catch((error: unknown) => log.warn({ error: String(error) }, 'the changed lines could not be read')),
        remove,
      ),
    dispose: () => parts.dispose(),
  }
}

/** An open document is read again from the disk a moment later; that would look like an edit of the marked lines. */
async function untilShown(uri: vscode.Uri, diff: string): Promise<void> {
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

const CHANGING_TOOLS = new Set(['write_file', 'edit_file', 'apply_patch'])

/** Calls that end while this window is open; `onUndone` for those that were undone, wherever. */
function followCalls(project: FolderProject, onEnded: (id: string) => unknown, onUndone: (id: string) => void): vscode.Disposable {
  const open = new Set<string>()
  const ended = new Set<string>()
  const look = () => {
    for (const { id, tool_name, status, undone_by } of project.mirror.store.getState().calls.values()) {
      if (!CHANGING_TOOLS.has(tool_name)) continue
      if (!hasEnded(status)) open.add(id)
      else if (open.delete(id)) {
        ended.add(id)
        onEnded(id)
      }
      if (undone_by !== null && ended.delete(id)) onUndone(id)
    }
  }
  look()
  return { dispose: project.mirror.store.subscribe(look) }
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
