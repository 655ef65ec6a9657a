// Closing a tab: asks where something would be lost, and goes on to the tab beside it.
import { goTo, isAt } from '../../app/route.ts'
import { isDirty } from '../documents/document.ts'
import type { Files } from '../files.ts'
import { useFiles } from '../use-files.ts'

export interface CloseDocument {
  readonly close: (path: string) => void
  readonly closeAtOnce: (path: string) => void
}

export function useCloseDocument(): CloseDocument {
  const files = useFiles()
  const { documents, asked } = files
  return {
    close: (path) => {
      if (isDirty(documents.store.getState().get(path))) asked.setState({ kind: 'close', path }, true)
      else closeAtOnce(files, path)
    },
    closeAtOnce: (path) => closeAtOnce(files, path),
  }
}

function closeAtOnce({ documents }: Files, path: string): void {
  const paths = [...documents.store.getState().keys()]
  const at = paths.indexOf(path)
  if (isAt('files', path)) goTo('files', paths[at + 1] ?? paths[at - 1] ?? '')
  documents.close(path)
}
