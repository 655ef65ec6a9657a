// Tells the server which paths of the workspace changed, whoever changed them: a tool, an editor, a program.
import { errorFields } from '../ports/logger.ts'
import { createChangeNotifier, type NotifierPorts } from './change-notifier.ts'
import { createFolderWatches } from './folder-watches.ts'

export interface WorkspaceWatchPorts extends NotifierPorts {
  /** The real path of the workspace. */
  readonly root: string
  readonly maxFolders: number
}

export interface WorkspaceWatch extends Disposable {
  /** Begins in the background; once. */
  start(): void
  /** A call changed these: told even where no watch sees it. */
  changed(paths: readonly string[]): void
}

export function watchWorkspace({ root, maxFolders, ...ports }: WorkspaceWatchPorts): WorkspaceWatch {
  const { logger } = ports
  const notifier = createChangeNotifier(ports)
  const failed = (error: unknown) => logger.error(errorFields(error), 'the workspace cannot be watched: changes from outside are not told')
  const watches = createFolderWatches({
    root,
    maxFolders,
    onChange: notifier.add,
    onLimit: (reason) => logger.warn({ reason }, 'not every folder is watched: changes from outside in the others are not told'),
    onDefect: failed,
  })
  let isStarted = false
  return {
    start() {
      if (isStarted) return
      isStarted = true
      watches.start().catch(failed)
    },
    changed: (paths) => paths.forEach(notifier.add),
    [Symbol.dispose]() {
      watches[Symbol.dispose]()
      notifier[Symbol.dispose]()
    },
  }
}
