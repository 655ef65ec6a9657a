// Whether the store can write: the file is the one that was opened, it is intact, there is free space, and a test write succeeds.
// Known damage stays until the server is restarted on a good copy; everything else is checked again each time.
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fromSystemError, StorageError, storageError } from '../storage-error.ts'

export interface StoreHealth {
  /** Returns what is wrong now, if anything. */
  check(): Promise<StorageError | undefined>
  /** Checks the whole file and records what is wrong with it. */
  checkIntegrity(): Promise<void>
}

export interface HealthOptions {
  readonly path: string
  /** Checks the whole file; returns `ok` or what is wrong. */
  readonly checkIntegrity: () => Promise<string>
  /** Makes a test write. */
  readonly write: () => Promise<void>
  /** Known damage. */
  readonly damage: () => StorageError | undefined
  /** Called with every problem that is found. */
  readonly note: (error: StorageError) => void
}

/** A file up to this size is checked on every request; a larger one less often, in the background. */
const SMALL_BYTES = 64 * 1024 * 1024
const SMALL_PAUSE_MILLISECONDS = 5_000
const LARGE_PAUSE_MILLISECONDS = 10 * 60 * 1000
/** With less free space, the next large call would not fit. */
const MIN_FREE_BYTES = 8 * 1024 * 1024
/** Anybody may ask for the health, so a result is reused for this long. */
const KNOWN_MILLISECONDS = 1_000
const MAGIC = 'SQLite format 3\0'

export function createStoreHealth({ path, checkIntegrity, write, damage, note }: HealthOptions): StoreHealth {
  const { ino } = statSync(path)
  let lookedAt = Date.now()
  let known: { readonly until: number; readonly found: Promise<StorageError | undefined> } | undefined
  const look = async () => {
    const found = await checkIntegrity()
    if (found !== 'ok') note(storageError('damaged', path, new Error(found)))
  }
  const check = async (): Promise<StorageError | undefined> => {
    const problem = damage() ?? fileProblem(path, ino) ?? (await roomProblem(path)) ?? (await writeProblem(write))
    if (problem) note(problem)
    const isSmall = sizeOf(path) <= SMALL_BYTES
    if (problem || Date.now() - lookedAt < (isSmall ? SMALL_PAUSE_MILLISECONDS : LARGE_PAUSE_MILLISECONDS)) return problem
    lookedAt = Date.now()
    const looking = look()
    if (isSmall) await looking
    return damage()
  }
  return {
    checkIntegrity: look,
    check: () => {
      if (!known || known.until < Date.now()) known = { until: Date.now() + KNOWN_MILLISECONDS, found: check() }
      return known.found
    },
  }
}

export const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

function fileProblem(path: string, ino: number): StorageError | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  const what = found ? describe(path, found.ino === ino) : 'is gone'
  return what === undefined ? undefined : storageError('damaged', path, new Error(`the file ${what}`))
}

function describe(path: string, isSame: boolean): string | undefined {
  if (!isSame) return 'is another one than was opened'
  const file = openSync(path, 'r')
  try {
    const begin = Buffer.alloc(MAGIC.length)
    readSync(file, begin, 0, begin.length, 0)
    return begin.toString('latin1') === MAGIC ? undefined : 'does not begin as a database'
  } finally {
    closeSync(file)
  }
}

async function roomProblem(path: string): Promise<StorageError | undefined> {
  const { bavail, bsize } = await statfs(dirname(path))
  return bavail * bsize < MIN_FREE_BYTES ? storageError('full', path) : undefined
}

async function writeProblem(write: () => Promise<void>): Promise<StorageError | undefined> {
  try {
    await write()
    return undefined
  } catch (cause) {
    const error = fromSystemError(cause, '')
    if (error instanceof StorageError) return error
    throw error
  }
}
