// Opens one object and says where it really lies, so that what is checked is what is used, and reads it. On Linux the first descriptor
// is a mere handle (O_PATH): nothing is read, created, awaited or woken before the location and the kind have been checked.
import { createHash, hash as hashOnce } from 'node:crypto'
import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  openSync,
  read as readCallback,
  readlinkSync,
  readSync,
  realpathSync,
} from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { LIMITS, MEGABYTE, sentence } from '@countersign/protocol'
import { failureAt } from './file-failure.ts'
import { nameFromBytes, pathFor, REPLACEMENT, shownName } from './names.ts'

const SMALL_BYTES = MEGABYTE
const PIECE_BYTES = 8 * MEGABYTE
/** Hashed at once; others get their turn between two pieces. */
const HASHED_BYTES = 1 * MEGABYTE
const read = promisify(readCallback)

export function checkRegularFile(stats: BigIntStats, path: string): void {
  if (stats.isDirectory()) throw failureAt('INVALID_PATH', path, 'file.is-folder')
  if (!stats.isFile()) throw failureAt('INVALID_PATH', path, 'file.not-file')
}

export async function readObject(object: OpenObject, path: string): Promise<Uint8Array> {
  checkRegularFile(object.stats, path)
  const size = Number(object.stats.size)
  if (size > LIMITS.maxFileBytes) throw failureAt('FILE_TOO_LARGE', path, sentence('file.size', { count: Number(size) }))
  const descriptor = reopen(object, constants.O_RDONLY)
  try {
    return await readAll(descriptor, size)
  } finally {
    closeSync(descriptor)
  }
}

/** At most the size that was checked: what grows meanwhile is cut there, what shrinks ends earlier. */
async function readAll(descriptor: number, size: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(size)
  let length = 0
  while (length < size) {
    const piece = { offset: length, length: Math.min(PIECE_BYTES, size - length), position: length }
    const count = size <= SMALL_BYTES ? readSync(descriptor, bytes, piece) : (await read(descriptor, { buffer: bytes, ...piece })).bytesRead
    if (count === 0) break
    length += count
  }
  return bytes.subarray(0, length)
}

/** SHA-256 of content in memory. Others get their turn between two pieces of a large one. */
export async function hashBytes(bytes: Uint8Array): Promise<string> {
  if (bytes.length <= SMALL_BYTES) return hashOnce('sha256', bytes)
  const hash = createHash('sha256')
  for (let start = 0; start < bytes.length; start += HASHED_BYTES) {
    hash.update(bytes.subarray(start, start + HASHED_BYTES))
    await nextTurn()
  }
  return hash.digest('hex')
}

/** SHA-256 of the content, of any size. Rejects with the reason of the signal when that aborts. */
export async function hashObject(object: OpenObject, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  const descriptor = reopen(object, constants.O_RDONLY)
  try {
    const buffer = Buffer.allocUnsafe(Math.min(HASHED_BYTES, Number(object.stats.size) + 1))
    const isSmall = object.stats.size <= SMALL_BYTES
    for (let count = 1; count > 0; ) {
      signal?.throwIfAborted()
      count = isSmall ? readSync(descriptor, buffer) : (await read(descriptor, { buffer })).bytesRead
      hash.update(buffer.subarray(0, count))
    }
  } finally {
    closeSync(descriptor)
  }
  return hash.digest('hex')
}

// Node has no name for it; the value is the same on every processor that Node is built for.
const O_PATH = 0o10000000
const isLinux = process.platform === 'linux'

/** An open descriptor and where the object lay when it was opened. */
export interface Opened extends Disposable {
  readonly descriptor: number
  /** Absolute, without links. */
  readonly place: string
}

export interface OpenObject extends Opened {
  readonly stats: BigIntStats
}

/** A name below an open folder: on Linux this stays with the folder wherever it is moved, as openat does. */
export const below = (folder: Opened, name: string): string => `${pathOf(folder)}/${name}`

export const pathOf = ({ descriptor, place }: Opened): string => (isLinux ? `/proc/self/fd/${descriptor}` : place)

export function openObject(path: string, { follow = true } = {}): OpenObject {
  const link = follow ? 0 : constants.O_NOFOLLOW
  const descriptor = openSync(
    pathFor(path),
    isLinux ? O_PATH | link : constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY | link,
  )
  try {
    const stats = fstatSync(descriptor, { bigint: true })
    const place = isLinux ? placeOf(descriptor) : placeByName(path, stats)
    // No path of a call leads here but by a link.
    if (!place.isWellFormed()) throw failureAt('INVALID_PATH', shownName(place), 'file.name-not-utf8')
    // A name that ends in " (deleted)" and an object that is gone look the same here; the count of names tells them apart.
    if (stats.nlink === 0n) throw failureAt('FILE_NOT_FOUND', path)
    return { descriptor, place, stats, [Symbol.dispose]: () => closeSync(descriptor) }
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

/** A folder in an open one, by a name of its own and not by a link; undefined where it lies elsewhere by now. */
export function openFolderIn(folder: Opened, name: string): Opened | undefined {
  const opened = isLinux ? openDirectly(below(folder, name)) : openObject(below(folder, name), { follow: false })
  if (opened.place === `${folder.place}/${name}`) return opened
  opened[Symbol.dispose]()
  return undefined
}

/** What openObject does, without the facts that a walk has no use for: the kernel itself refuses what is no folder. */
function openDirectly(path: string): Opened {
  const descriptor = openSync(pathFor(path), O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  return { descriptor, place: placeOf(descriptor), [Symbol.dispose]: () => closeSync(descriptor) }
}

/** Where an open object lies by now; names in it may be no text. */
export function placeOf(descriptor: number): string {
  const link = `/proc/self/fd/${descriptor}`
  const place = readlinkSync(link)
  return place.includes(REPLACEMENT) ? nameFromBytes(readlinkSync(link, 'buffer')) : place
}

/** Without /proc: the real name must lead to the very object that was opened. A swap in between is noticed, not prevented. */
function placeByName(path: string, opened: BigIntStats): string {
  const place = realpathSync.native(path)
  const descriptor = openSync(place, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
  try {
    const stats = fstatSync(descriptor, { bigint: true })
    if (!isSameObject(stats, opened)) throw failureAt('FILE_CHANGED', path)
    return place
  } finally {
    closeSync(descriptor)
  }
}

/** A second descriptor on the same object, this time for its content. */
export const reopen = (object: OpenObject, flags: number): number =>
  openSync(pathOf(object), flags | constants.O_NONBLOCK | constants.O_NOCTTY | (isLinux ? 0 : constants.O_NOFOLLOW))

export const isSameObject = (one: BigIntStats, other: BigIntStats): boolean => one.dev === other.dev && one.ino === other.ino

/** The same object with the same content, as far as the file system tells. */
export const isUnchanged = (one: BigIntStats, other: BigIntStats): boolean =>
  isSameObject(one, other) && one.size === other.size && one.mtimeNs === other.mtimeNs && one.ctimeNs === other.ctimeNs

/** In seconds. */
export const timesOf = ({ atimeNs, mtimeNs }: BigIntStats): [accessed: number, modified: number] => [
  Number(atimeNs) / 1e9,
  Number(mtimeNs) / 1e9,
]
