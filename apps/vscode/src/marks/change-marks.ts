// Marks in the gutter beside lines that an agent changed since this window was opened, with undo at the mark.
import * as vscode from 'vscode'
import type { Log } from '../log/log.ts'
import type { FolderProject } from '../projects/folder-project.ts'
import { settings } from '../settings/settings.ts'
import { sayError, sayWarning } from '../words/say.ts'
import { addedLines } from './changed-lines.ts'
import { followChanges } from './follow-changes.ts'
import { type MarkStore, openMarkStore } from './mark-store.ts'
import { untilShown } from './until-shown.ts'

const { t } = vscode.l10n

export interface ChangeMarks extends vscode.Disposable {
  /** From now on, changes of the project are marked. */
  follow(project: FolderProject): vscode.Disposable
}

export function openChangeMarks(icon: vscode.Uri, log: Log): ChangeMarks {
  const marks = openMarkStore(icon)
  const undoing = vscode.commands.registerCommand('countersign.undoChange', async (project: FolderProject, id: string) => {
    if (await undo(project, id)) marks.remove(id)
  })
  const mark = async (project: FolderProject, callId: string): Promise<void> => {
    try {
      if (settings.marks()) await markCall(marks, project, callId)
    } catch (error) {
      log.warn({ error: String(error) }, 'the changed lines could not be read')
    }
  }
  return {
    follow: (project) => followChanges(project, { onEnded: (id) => void mark(project, id), onUndone: marks.remove }),
    dispose: () => vscode.Disposable.from(marks, undoing).dispose(),
  }
}

async function markCall(marks: MarkStore, project: FolderProject, callId: string): Promise<void> {
  const { approval, execution } = await project.client.getRecord({ params: { p: project.projectId, id: callId } })
  if (approval?.preview?.kind !== 'diff' || execution.status !== 'completed') return
  for (const { path, diff, change } of approval.preview.files) {
    if (change === 'delete') continue
    const uri = vscode.Uri.joinPath(project.folder.uri, ...path.split('/'))
    await untilShown(uri, diff)
    marks.add(uri, { project, callId, agent: execution.agent, ranges: addedLines(diff) })
  }
}

/** False where the person was told why not. */
async function undo(project: FolderProject, id: string): Promise<boolean> {
  try {
    const { status, error } = await project.client.undoExecution({ params: { p: project.projectId, id }, query: {} })
    if (status !== 'failed' && !error) return true
    sayWarning(error ?? t('The change could not be undone.'))
  } catch (error) {
    sayError(error instanceof Error ? error.message : String(error))
  }
  return false
}
