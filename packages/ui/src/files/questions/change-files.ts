// Creates, renames and deletes files by the person's own tool calls, each with its undo.
import { goTo, isAt } from '../../shared/browser/route.ts'
import { isDirty } from '../documents/document.ts'
import type { Files } from '../state/files.ts'
import { closeDocument } from '../tabs/use-close-document.ts'
import { isWithin, parentOf } from '../tree/tree-state.ts'
import type { Outcome } from '../workspace/workspace-tools.ts'

type Changing = Pick<Files, 'tools' | 'tree' | 'documents' | 'notice' | 'refresh'>

export async function createFile({ tools, refresh }: Changing, path: string): Promise<Outcome<unknown>> {
  const made = await tools.call('write_file', { path, content: '' }, { [path]: null })
  if (made.ok) {
    refresh([path])
    goTo('files', path)
  }
  return made
}

export async function createFolder({ tools, tree, refresh }: Changing, path: string): Promise<Outcome<unknown>> {
  const made = await tools.call('create_directory', { path })
  if (made.ok) {
    refresh([parentOf(path)])
    await tree.reveal(path)
  }
  return made
}

export async function renameEntry(
  { tools, tree, documents, notice, refresh }: Changing,
  from: string,
  to: string,
): Promise<Outcome<unknown>> {
  const open = [...documents.store.getState().keys()].filter((path) => isWithin(path, from))
  const moved = await tools.call('move_file', { from, to })
  if (!moved.ok) return moved
  for (const path of open) {
    const next = to + path.slice(from.length)
    documents.rename(path, next)
    if (isAt('files', path)) goTo('files', next)
  }
  notice.setState({ kind: 'renamed', path: to, id: moved.id }, true)
  refresh([from, to])
  await tree.reveal(to)
  return moved
}

export async function deleteEntry(changing: Changing, path: string, isFolder: boolean): Promise<Outcome<unknown>> {
  const { tools, documents, notice, refresh } = changing
  const gone = await tools.call('delete_file', { path, recursive: isFolder })
  if (gone.ok) {
    for (const [open, document] of documents.store.getState())
      if (isWithin(open, path) && !isDirty(document)) closeDocument(documents, open)
    notice.setState({ kind: 'deleted', path, id: gone.id }, true)
    refresh([path])
  }
  return gone
}

export async function undoChange({ tools, notice, refresh }: Changing, path: string, id: string): Promise<void> {
  const undone = await tools.undo(id)
  notice.setState(undone.ok ? { kind: 'undone', path } : { kind: 'failed', path, refusal: undone }, true)
  refresh()
}
