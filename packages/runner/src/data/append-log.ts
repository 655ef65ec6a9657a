// A file of JSON lines that only grows while it is open. It survives a torn last write: what is not a whole line was
// never acknowledged to anybody. Opening rewrites it with only what still matters.
import { closeSync, fdatasync, fsyncSync, ftruncateSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import type * as z from 'zod'

const syncData = promisify(fdatasync)

export interface AppendLog {
  append(record: object): void
  /** Resolves when everything appended so far is on the disk. */
  sync(): Promise<void>
  /** Forgets everything; for when nothing in it matters any more. */
  clear(): void
  bytes(): number
  close(): void
}

/** Lines that are unreadable or do not match the schema are counted, not fatal. */
export function readLog<Line>(path: string, schema: z.ZodType<Line>, onUnreadable?: (lines: number) => void): Line[] {
  const lines = readIfPresent(path).split('\n').filter(Boolean)
  const read = lines.flatMap((line) => schema.safeParse(parseLine(line)).data ?? [])
  if (read.length < lines.length) onUnreadable?.(lines.length - read.length)
  return read
}

export function openLog(path: string, kept: Iterable<object>): AppendLog {
  let bytes = replaceFile(path, Array.from(kept, lineOf).join(''))
  const file = openSync(path, 'a', 0o600)
  const sync = createGroupedSync(() => syncData(file))
  let isTorn = false
  let isClosed = false
  return {
    append(record) {
      // The number of a closed descriptor may already stand for another file.
      if (isClosed) throw new Error(`${path} is closed`)
      const line = Buffer.from((isTorn ? '\n' : '') + lineOf(record))
      isTorn = true
      writeWhole(file, line)
      isTorn = false
      bytes += line.length
    },
    sync: () => (isClosed ? Promise.reject(new Error(`${path} is closed`)) : sync()),
    clear() {
      if (isClosed) return
      ftruncateSync(file, 0)
      bytes = 0
    },
    bytes: () => bytes,
    close() {
      isClosed = true
      closeSync(file)
    },
  }
}

const lineOf = (record: object): string => `${JSON.stringify(record)}\n`

function writeWhole(file: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
}

function replaceFile(path: string, text: string): number {
  const content = Buffer.from(text)
  const temporary = `${path}.new`
  const file = openSync(temporary, 'w', 0o600)
  try {
    writeWhole(file, content)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(temporary, path)
  syncFolder(dirname(path))
  return content.length
}

function syncFolder(path: string): void {
  // Windows cannot open a folder, and needs no sync of it.
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

function readIfPresent(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/**
 * One sync for all who ask while another is under way: a lone call pays one, a hundred at once share one. A request is answered by a sync that began after it was made, never by one that was already running.
 */
export function createGroupedSync(syncOnce: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined
  let following: Promise<void> | undefined
  const start = (): Promise<void> => {
    following = undefined
    const sync = syncOnce().finally(() => {
      if (current === sync) current = undefined
    })
    current = sync
    return sync
  }
  return () => {
    if (!current) return start()
    following ??= current.then(start, start)
    return following
  }
}
