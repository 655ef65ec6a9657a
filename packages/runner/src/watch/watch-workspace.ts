// Tells the server which paths of the workspace changed, whoever changed them: a tool, an editor, a program. Changes are gathered for a
// moment and told together.

import { LIMITS } from '@countersign/protocol'
import { errorFields, type Logger } from '../ports/logger.ts'
import { createFolderWatches, folderOf } from './folder-watches.ts'

interface WorkspaceWatchPorts extends NotifierPorts {
  /** The real path of the workspace. */
  readonly root: string
  readonly maxFolders: number
}

interface WorkspaceWatch extends Disposable {
  /** Begins in the background; once. */
  start(): void
  /** A call changed these: told even where no watch sees it. */
  changed(paths: readonly string[]): void
}

export function watchWorkspace({ root, maxFolders, ...ports }: WorkspaceWatchPorts): WorkspaceWatch {
  const { logger } = ports
  const notifier = createChangeNotifier(ports)
  const failed = (error: unknown) =>
    logger.error(errorFields(error), 'the workspace cannot be watched: changes from outside are not reported')
  const watches = createFolderWatches({
    root,
    maxFolders,
    onChange: notifier.add,
    onLimit: (reason) => logger.warn({ reason }, 'not every folder is watched: changes from outside in the others are not reported'),
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

interface NotifierPorts {
  /** Rejects where the paths did not arrive: they are told again later. */
  readonly report: (paths: readonly string[]) => Promise<unknown>
  readonly logger: Logger
  readonly clock: () => number
}

interface ChangeNotifier extends Disposable {
  /** Relative to the workspace; `.` is all of it. */
  add(path: string): void
}

const FIRST_MILLISECONDS = 150
const MAX_MILLISECONDS = 2_000
const MAX_TOLD_PATHS = 200
/** Even if every character needs an escape, the message stays within its limit. */
const MAX_TOLD_CHARACTERS = LIMITS.maxNoticeBytes / 8

/**
 * While changes keep coming it tells less often, and many paths become the folders that they lie in, so that a build or a checkout is a few
 * short messages.
 */
export function createChangeNotifier({ report, logger, clock }: NotifierPorts): ChangeNotifier {
  let gathered = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let isTelling = false
  let isEnded = false
  let isHeard = true
  let wait = FIRST_MILLISECONDS
  let reportedAt = -Infinity

  const schedule = (): void => {
    if (timer || isTelling || isEnded || gathered.size === 0) return
    wait = clock() - reportedAt < 2 * wait ? Math.min(2 * wait, MAX_MILLISECONDS) : FIRST_MILLISECONDS
    timer = setTimeout(() => void send(), wait)
    timer.unref()
  }
  const send = async (): Promise<void> => {
    const paths = foldPaths(gathered)
    gathered = new Set()
    timer = undefined
    isTelling = true
    try {
      await report(paths)
      isHeard = true
    } catch (error) {
      for (const path of paths) gathered.add(path)
      wait = MAX_MILLISECONDS
      if (!isEnded && isHeard) logger.info(errorFields(error), 'changed paths could not be reported; they are reported later')
      isHeard = false
    }
    isTelling = false
    reportedAt = clock()
    schedule()
  }
  return {
    add(path) {
      gathered.add(path)
      // What nobody hears for a long time must not grow without end.
      if (gathered.size > 50 * MAX_TOLD_PATHS) gathered = new Set(foldPaths(gathered))
      schedule()
    },
    [Symbol.dispose]() {
      isEnded = true
      clearTimeout(timer)
    },
  }
}

/** At most so many: where there are more, the folders that they lie in, further up until they are few. */
export function foldPaths(paths: Iterable<string>, maxPaths = MAX_TOLD_PATHS): string[] {
  let folded = new Set(paths)
  while (folded.size > maxPaths || charactersOf(folded) > MAX_TOLD_CHARACTERS) folded = new Set([...folded].map(folderOf))
  return [...folded].sort()
}

const charactersOf = (paths: Iterable<string>): number => [...paths].reduce((sum, path) => sum + path.length, 0)
