// The calls that change files, from their end in this window on.
import { hasEnded } from '@countersign/ui/following'
import type * as vscode from 'vscode'
import type { FolderProject } from '../projects/folder-project.ts'

const CHANGING_TOOLS = new Set(['write_file', 'edit_file', 'apply_patch'])

export interface ChangeListener {
  /** A call has ended, however. */
  readonly onEnded: (callId: string) => void
  /** One of them was undone, wherever. */
  readonly onUndone?: (callId: string) => void
}

export function followChanges({ mirror: { store } }: FolderProject, { onEnded, onUndone }: ChangeListener): vscode.Disposable {
  const open = new Set<string>()
  const ended = new Set<string>()
  const look = () => {
    for (const { id, tool_name, status, undone_by } of store.getState().calls.values()) {
      if (!CHANGING_TOOLS.has(tool_name)) continue
      if (!hasEnded(status)) open.add(id)
      else if (open.delete(id)) {
        ended.add(id)
        onEnded(id)
      }
      if (undone_by !== null && ended.delete(id)) onUndone?.(id)
    }
  }
  look()
  return { dispose: store.subscribe(look) }
}
