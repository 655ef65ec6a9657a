// Closes a tab: asks if unsaved text would be lost, and opens the tab beside it.
import { goTo, isAt } from '../../shared/browser/route.ts'
import { isDirty } from '../documents/document.ts'
import type { Documents } from '../documents/documents.ts'
import { useFiles } from '../state/use-files.ts'

export interface CloseDocument {
  readonly close: (path: string) => void
  readonly closeAtOnce: (path: string) => void
}

export function useCloseDocument(): CloseDocument {
  const { documents, asked } = useFiles()
  return {
    close: (path) => {
      if (isDirty(documents.store.getState().get(path))) asked.setState({ kind: 'close', path }, true)
      else closeDocument(documents, path)
    },
    closeAtOnce: (path) => closeDocument(documents, path),
  }
}

/** Opens the tab beside it. */
export function closeDocument(documents: Documents, path: string): void {
  const paths = [...documents.store.getState().keys()]
  const at = paths.indexOf(path)
  if (isAt('files', path)) goTo('files', paths[at + 1] ?? paths[at - 1] ?? '')
  documents.close(path)
}
