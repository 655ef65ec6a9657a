// The content of an object that was checked. Small files are read at once; large ones let other work go on in between.
import { createHash } from 'node:crypto'
import { type BigIntStats, closeSync, constants, read as readCallback, readSync } from 'node:fs'
import { promisify } from 'node:util'
import { LIMITS, MEGABYTE } from '@countersign/protocol'
import { failureAt } from './file-failure.ts'
import { type OpenObject, reopen } from './open-object.ts'

const SMALL_BYTES = MEGABYTE
const PIECE_BYTES = 8 * MEGABYTE
const read = promisify(readCallback)

export function checkRegularFile(stats: BigIntStats, path: string): void {
  if (stats.isDirectory()) throw failureAt('INVALID_PATH', path, 'it is a folder')
  if (!stats.isFile()) throw failureAt('INVALID_PATH', path, 'it is not a file')
}

export async function readObject(object: OpenObject, path: string): Promise<Uint8Array> {
  checkRegularFile(object.stats, path)
  const size = Number(object.stats.size)
  if (size > LIMITS.maxFileBytes) throw failureAt('FILE_TOO_LARGE', path, `${size} bytes`)
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

/** SHA-256 of the content, of any size. Rejects with the reason of the signal when that aborts. */
export async function hashObject(object: OpenObject, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  const descriptor = reopen(object, constants.O_RDONLY)
  try {
    const buffer = Buffer.allocUnsafe(Math.min(PIECE_BYTES, Number(object.stats.size) + 1))
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
