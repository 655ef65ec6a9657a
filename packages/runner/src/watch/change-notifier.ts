// Gathers changed paths for a moment and tells them together. While changes keep coming it tells less often, and many paths
// become the folders that they lie in, so that a build or a checkout is a few short messages.
import { LIMITS } from '@countersign/protocol'
import { errorFields, type Logger } from '../ports/logger.ts'

export interface NotifierPorts {
  /** Rejects where the paths did not arrive: they are told again later. */
  readonly report: (paths: readonly string[]) => Promise<unknown>
  readonly logger: Logger
  readonly clock: () => number
}

export interface ChangeNotifier extends Disposable {
  /** Relative to the workspace; `.` is all of it. */
  add(path: string): void
}

const FIRST_MILLISECONDS = 150
const MAX_MILLISECONDS = 2_000
export const MAX_TOLD_PATHS = 200
/** Even if every character needs an escape, the message stays within its limit. */
const MAX_TOLD_CHARACTERS = LIMITS.maxNoticeBytes / 8

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
      if (!isEnded && isHeard) logger.info(errorFields(error), 'changed paths could not be told; they are told later')
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

export const folderOf = (path: string): string => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.')
