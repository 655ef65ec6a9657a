// New content for one name: a temporary file in the same folder gets it and reaches the disk; later it takes the name in one step. The
// temporary files that are being written right now are listed on disk: by this list, and by nothing else, a runner that starts again
// finds what a killed one left half written. A kill loses nothing that was written here, so nobody waits for the disk.
import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { closeSync, constants, ftruncateSync, lstatSync, openSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { promisify } from 'node:util'
import { MEGABYTE } from '@countersign/protocol'
import { errnoOf, failureAt, hasNoLinks } from '../../disk/file-failure.ts'
import { below, isUnchanged, type OpenObject, openObject, pathOf } from '../../disk/open-object.ts'
import { readIfPresent } from '../../disk/read-if-present.ts'

const NAME = /^\.countersign-[0-9a-f]{16}\.tmp$/
export const isTemporaryName = (name: string): boolean => NAME.test(name)

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants

export interface Temporaries {
  /** Until the returned mark is disposed, the file at this place counts as unfinished. */
  begin(place: string): Disposable
}

export interface SavedTemporaries extends Temporaries, Disposable {
  /** Left by an earlier process, and gone now. */
  readonly removed: readonly string[]
}

/** For a host that is not started again after a kill. */
export const UNKEPT: Temporaries = { begin: () => ({ [Symbol.dispose]: () => undefined }) }

export function openTemporaries(path: string): SavedTemporaries {
  const removed = readPlaces(path).filter(removeLeftover)
  const descriptor = openSync(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o600)
  let [unfinished, isOpen] = [0, true]
  return {
    removed,
    begin(place) {
      writeSync(descriptor, `${JSON.stringify(place)}\n`)
      unfinished++
      // Emptied when nothing is under way, so that no line has to be looked for.
      return { [Symbol.dispose]: () => void (--unfinished === 0 && isOpen && ftruncateSync(descriptor, 0)) }
    },
    [Symbol.dispose]: () => {
      isOpen = false
      closeSync(descriptor)
    },
  }
}

function readPlaces(path: string): string[] {
  const lines = (readIfPresent(path) ?? '').split('\n')
  // A line that a kill cut in two names no file: it was not made yet.
  return lines.filter((line) => line.startsWith('"') && line.endsWith('"')).map((line) => JSON.parse(line) as string)
}

/** Only such a name, only a plain file, only in the very folder that was written to and not where a link leads now. */
function removeLeftover(place: string): boolean {
  if (!isTemporaryName(basename(place))) return false
  try {
    using folder = openObject(dirname(place), { follow: false })
    const file = below(folder, basename(place))
    if (folder.place !== dirname(place) || !lstatSync(file).isFile()) return false
    rmSync(file)
    return true
  } catch (error) {
    // It was removed before, with its folder or without, or is no longer ours to remove.
    if (errnoOf(error) === undefined) throw error
    return false
  }
}

const PIECE_BYTES = 8 * MEGABYTE
const write = promisify(fs.write)
const sync = promisify(fs.fsync)

/** Owner and mode. */
export interface FileAttributes {
  readonly mode: number
  readonly uid: number
  readonly gid: number
}

export const attributesOf = ({ stats }: Pick<OpenObject, 'stats'>): FileAttributes => ({
  mode: Number(stats.mode & 0o7777n),
  uid: Number(stats.uid),
  gid: Number(stats.gid),
})

export interface NewContent {
  readonly folder: OpenObject
  readonly name: string
  /** The file that is replaced, as it was checked and read. */
  readonly target: OpenObject | undefined
  /** The target's as a rule; undefined for a new file. */
  readonly attributes: FileAttributes | undefined
  readonly bytes: Uint8Array
  /** In seconds, where the file is to look as old as it was. */
  readonly times?: { readonly accessed: number; readonly modified: number } | undefined
  readonly path: string
  readonly temporaries: Temporaries
}

export interface StagedFile extends Disposable {
  /** Last look, then the name changes hands. Fails with FILE_CHANGED where anything is not as it was checked. */
  takeName(): void
}

/** Short, so that it fits wherever the name itself does. */
export const temporaryName = (): string => `.countersign-${randomBytes(8).toString('hex')}.tmp`

export async function stageFile(content: NewContent): Promise<StagedFile> {
  const ownName = temporaryName()
  const temporary = below(content.folder, ownName)
  const unfinished = content.temporaries.begin(`${content.folder.place}/${ownName}`)
  const discard = () => {
    fs.rmSync(temporary, { force: true })
    unfinished[Symbol.dispose]()
  }
  try {
    await writeTemporary(temporary, content)
  } catch (error) {
    discard()
    throw error
  }
  return {
    takeName() {
      checkStillThere(content)
      if (content.target) fs.renameSync(temporary, below(content.folder, content.name))
      else createExclusively(temporary, content)
    },
    [Symbol.dispose]: discard,
  }
}

async function writeTemporary(temporary: string, { attributes, bytes, times }: NewContent): Promise<void> {
  const descriptor = fs.openSync(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, attributes ? 0o600 : 0o666)
  try {
    await writeWhole(descriptor, bytes)
    if (attributes) applyAttributes(descriptor, attributes)
    if (times) fs.futimesSync(descriptor, times.accessed, times.modified)
    await sync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}

export async function writeWhole(descriptor: number, bytes: Uint8Array): Promise<void> {
  for (let offset = 0; offset < bytes.length; ) {
    offset += (await write(descriptor, bytes, offset, Math.min(PIECE_BYTES, bytes.length - offset))).bytesWritten
  }
}

export function applyAttributes(descriptor: number, { mode, uid, gid }: FileAttributes): void {
  const own = fs.fstatSync(descriptor)
  if (own.uid !== uid || own.gid !== gid) fs.fchownSync(descriptor, uid, gid)
  fs.fchmodSync(descriptor, mode)
}

export interface CheckedName {
  readonly folder: OpenObject
  readonly name: string
  /** What must have the name; undefined where it must be free. */
  readonly target: OpenObject | undefined
  readonly path: string
}

/** The folder is where it was, and the name has the object that was checked, unchanged. */
export function checkStillThere({ folder, name, target, path }: CheckedName): void {
  using again = openObject(pathOf(folder))
  const found = fs.lstatSync(below(folder, name), { bigint: true, throwIfNoEntry: false })
  const isSame = target ? found !== undefined && isUnchanged(found, target.stats) : found === undefined
  if (again.place !== folder.place || !isSame) throw failureAt('FILE_CHANGED', path)
}

/** A link fails where the name exists by now, which a rename would not. Some disks have no links. */
function createExclusively(temporary: string, { folder, name, path }: NewContent): void {
  try {
    fs.linkSync(temporary, below(folder, name))
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') throw failureAt('FILE_CHANGED', path)
    if (!hasNoLinks(error)) throw error
    fs.renameSync(temporary, below(folder, name))
  }
}
