// A lock that every Node can take: a file that names the process which holds it. The file of a process that is gone counts for
// nothing, so that a killed runner leaves nothing to clean up.
import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { Failure, sentence } from '@countersign/protocol'
import { errnoOf } from '../disk/file-failure.ts'
import { readIfPresent } from '../disk/read-if-present.ts'
import type { FolderLock, LockFolder } from '../ports/folder-lock.ts'
import { bootId, startTimeOf } from '../programs/process-facts.ts'

const MAX_TRIES = 10

/** Another file than SQLite's, which must stay a database. */
const fileOf = (path: string): string => `${path}.process`

export const lockByProcess: LockFolder = (path, folder) => {
  const file = fileOf(path)
  const own = JSON.stringify({ pid: process.pid, start_time: startTimeOf(process.pid), boot_id: bootId(), lock: randomUUID() })
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if (claim(file, own)) return releaseOf(file, own)
    const holder = readIfPresent(file)
    if (holder === undefined) continue
    if (isHeld(holder)) break
    removeStale(file, holder)
  }
  throw folderInUse(path, folder)
}

export const folderInUse = (path: string, folder: string, cause?: unknown): Failure =>
  new Failure('PERMISSION_DENIED', { subject: sentence('runner.folder-in-use', { folder }), lock: path }, { cause })

/** A link takes the name with its whole content, and only where the name is free. */
function claim(file: string, own: string): boolean {
  const written = `${file}.${randomUUID()}`
  writeFileSync(written, own, { mode: 0o600, flag: 'wx' })
  try {
    linkSync(written, file)
    return true
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(written)
  }
}

const releaseOf = (file: string, own: string): FolderLock => ({
  release() {
    if (readIfPresent(file) === own) rmSync(file, { force: true })
  },
})

/** The number of a process is given to others later; with the time of its start, and the start of the machine, it is not. */
function isHeld(holder: string): boolean {
  const { pid, start_time, boot_id } = parseHolder(holder)
  return pid > 0 && boot_id === bootId() && startTimeOf(pid) === start_time
}

function parseHolder(text: string): { readonly pid: number; readonly start_time?: string; readonly boot_id?: string } {
  try {
    return JSON.parse(text)
  } catch (error) {
    // Not a file of ours: nobody holds it.
    if (error instanceof SyntaxError) return { pid: 0 }
    throw error
  }
}

/** Renamed first: where another runner has taken the lock meanwhile, its file goes back. */
function removeStale(file: string, stale: string): void {
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
    if (readFileSync(aside, 'utf8') !== stale) linkSync(aside, file)
    rmSync(aside)
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT' && errnoOf(error) !== 'EEXIST') throw error
  }
}
