// The `/tmp` of each session: one folder of the runner's own that all commands of that session see there, and no other session does. It is
// bounded, and gone when its session is over, or when the next runner starts.
import { hash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, realpathSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS, type SessionId } from '@countersign/protocol'
import { errorFields, type Logger } from '../../ports/logger.ts'
import { runProgram } from '../../programs/run-program.ts'
import { type HoldingFolder, holdNames, type ShownPlaces } from './held-names.ts'
import { measureScratch, type ScratchLimits } from './measure-scratch.ts'
import { watchScratch } from './watch-scratch.ts'

export interface ScratchFolders extends AsyncDisposable {
  /** For one command; undefined where something else would have to be mounted through a folder that a running command could change. */
  use(session: SessionId, shown: ShownPlaces): ScratchUse | undefined
  /** Undefined where the session has none. */
  find(session: SessionId): string | undefined
  sessions(): SessionId[]
  /** These are over: each folder is removed as soon as no command uses it. */
  end(sessions: readonly SessionId[]): void
}

export interface ScratchUse extends Disposable {
  readonly folder: string
  /** Names in it that every sandbox of the session has as mounts. */
  readonly heldNames: readonly string[]
  /** Relative. */
  readonly repositories: readonly string[]
  /** Aborted when more lies there than may: the command is to be ended. */
  readonly full: AbortSignal
  /** Whether more lies there than may; then it is emptied when no command uses it. */
  isFull(): boolean
}

interface Entry extends HoldingFolder {
  uses: number
  isOver: boolean
  mustEmpty: boolean
}

export interface ScratchOptions {
  readonly folder: string
  readonly logger: Logger
  readonly limits?: ScratchLimits
  /** In milliseconds since anything. */
  readonly clock: () => number
}

const LIMITS_OF_ALL: ScratchLimits = { maxBytes: LIMITS.maxSessionFolderBytes, maxEntries: LIMITS.maxSessionFolderEntries }

/** What an earlier runner left is removed first: its sandboxes have ended with it. */
export async function openScratchFolders({ logger, clock, limits = LIMITS_OF_ALL, ...options }: ScratchOptions): Promise<ScratchFolders> {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 })
  const folder = realpathSync.native(options.folder)
  const entries = new Map<SessionId, Entry>()
  const removing = new Set<Promise<void>>()

  /** Out of the way at once; then removed, however long that takes. */
  function remove(path: string): Promise<void> {
    const away = join(folder, `removed-${randomUUID()}`)
    renameSync(path, away)
    const done = removeTree(away)
      .catch((error: unknown) => logger.warn(errorFields(error), 'files of a session that is over could not be removed'))
      .finally(() => removing.delete(done))
    removing.add(done)
    return done
  }
  function settle(session: SessionId, entry: Entry): void {
    if (entry.uses > 0) return
    if (entry.isOver) entries.delete(session)
    if (entry.isOver || entry.mustEmpty) void remove(entry.folder)
    if (!entry.isOver && entry.mustEmpty) entries.set(session, create(session))
  }
  function create(session: SessionId): Entry {
    const path = join(folder, hash('sha256', session).slice(0, 32))
    mkdirSync(path, { mode: 0o700 })
    return { folder: path, heldNames: new Set(), uses: 0, isOver: false, mustEmpty: false }
  }
  /** The one that was used last is the last of the map. */
  function entryOf(session: SessionId): Entry {
    const entry = entries.get(session) ?? create(session)
    entries.delete(session)
    entries.set(session, entry)
    for (const [old, { uses }] of [...entries].slice(0, -LIMITS.maxSessionFolders)) if (uses === 0) end(old)
    return entry
  }
  function end(session: SessionId): void {
    const entry = entries.get(session)
    if (!entry) return
    entry.isOver = true
    settle(session, entry)
  }

  await Promise.all(readdirSync(folder).map((name) => remove(join(folder, name))))
  return {
    use(session, shown) {
      const entry = entryOf(session)
      if (!holdNames(entry, shown)) return undefined
      entry.uses++
      const { repositories } = measureScratch(entry.folder, limits)
      const watch = watchScratch({ folder: entry.folder, limits, clock, onFull: () => (entry.mustEmpty = true) })
      let isDisposed = false
      return {
        folder: entry.folder,
        heldNames: [...entry.heldNames],
        repositories,
        full: watch.full,
        isFull: watch.isFull,
        [Symbol.dispose]() {
          if (isDisposed) return
          isDisposed = true
          watch.isFull()
          watch[Symbol.dispose]()
          entry.uses--
          settle(session, entry)
        },
      }
    },
    find: (session) => entries.get(session)?.folder,
    sessions: () => [...entries.keys()],
    end: (sessions) => sessions.forEach(end),
    async [Symbol.asyncDispose]() {
      for (const session of [...entries.keys()]) end(session)
      await Promise.all(removing)
    },
  }
}

const REMOVE_SECONDS = 300

/** By a program that goes down a tree of any depth and follows no link. Nothing runs in it any more. */
async function removeTree(path: string): Promise<void> {
  for (const [program, ...args] of [
    ['/bin/chmod', '-R', '--', 'u+rwx', path],
    ['/bin/rm', '-rf', '--', path],
  ]) {
    const { signal } = new AbortController()
    const end = { timeoutSeconds: REMOVE_SECONDS, signal, endsWithLeader: false }
    const { stderr } = await runProgram({ program: program as string, args, cwd: '/', environment: {}, ...end })
    if (program === '/bin/rm' && stderr !== '') throw new Error(stderr.split('\n')[0])
  }
}
