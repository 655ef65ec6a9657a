// Stores large and raw values as files, by project and by the SHA-256 of their bytes. They may contain secrets, so only the
// server's user can read them.
import { createHash } from 'node:crypto'
import { utimesSync } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Bodies } from '@countersign/core'
import { type Digest, digestSchema, Failure, MEGABYTE, type ProjectId, projectId, sentence } from '@countersign/protocol'
import { fromSystemError } from '../store/storage-error.ts'
import { moveInto, writeTemporary } from './durable-file.ts'
import { pruneFolder } from './prune-folder.ts'

export interface FileBodies extends Bodies {
  /** Stores a stream without buffering it in memory. More than `maxBytes` is refused and leaves nothing behind. */
  putStream(project: ProjectId, source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Digest>
  openRead(project: ProjectId, digest: Digest): Promise<{ readonly size: number; readonly stream: Readable } | undefined>
  /** Removes bodies last stored before that time; returns how many. */
  prune(olderThan: Date): Promise<number>
}

export function createFileBodies({ folder }: { readonly folder: string }): FileBodies {
  const incoming = join(folder, 'incoming')
  const pathOf = (project: ProjectId, digest: Digest) =>
    join(folder, projectId.parse(project), digest.slice(0, 2), digestSchema.parse(digest))
  const store = async (project: ProjectId, source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, maxBytes: number) => {
    const { path, value: digest } = await writeTemporary(incoming, (file) =>
      copyHashed(source, (bytes) => file.appendFile(bytes), maxBytes),
    )
    await moveInto(path, pathOf(project, digest))
    return digest
  }
  return {
    put: async (project, bytes) => {
      const digest = createHash('sha256').update(bytes).digest('hex')
      return touch(pathOf(project, digest)) ? digest : inWords(folder, () => store(project, [bytes], Number.POSITIVE_INFINITY))
    },
    putStream: (project, source, maxBytes) => inWords(folder, () => store(project, source, maxBytes)),
    get: (project, digest, maxBytes) =>
      ifThere(() => (maxBytes === undefined ? readFile(pathOf(project, digest)) : readBeginning(pathOf(project, digest), maxBytes))),
    size: async (project, digest) => (await ifThere(() => stat(pathOf(project, digest))))?.size,
    openRead: (project, digest) => ifThere(() => openStream(pathOf(project, digest))),
    prune: (olderThan) => pruneFolder(folder, olderThan),
  }
}

async function copyHashed(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  write: (bytes: Uint8Array) => Promise<void>,
  maxBytes: number,
): Promise<Digest> {
  const hash = createHash('sha256')
  let size = 0
  for await (const bytes of source) {
    size += bytes.length
    if (size > maxBytes)
      throw new Failure('FILE_TOO_LARGE', {
        subject: sentence('subject.at-most-megabytes', { megabytes: Math.floor(maxBytes / MEGABYTE) }),
        max_bytes: maxBytes,
      })
    hash.update(bytes)
    await write(bytes)
  }
  return hash.digest('hex')
}

/** True if the body already exists; its age then starts again. Synchronous, so that pruning cannot run in between. */
function touch(path: string): boolean {
  try {
    const now = new Date()
    utimesSync(path, now, now)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw fromSystemError(error, path)
  }
}

async function readBeginning(path: string, maxBytes: number): Promise<Uint8Array> {
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(Math.min(size, maxBytes)), position: 0 })
  return buffer.subarray(0, bytesRead)
}

async function openStream(path: string): Promise<{ size: number; stream: Readable }> {
  const file = await open(path, 'r')
  const { size } = await file.stat()
  return { size, stream: file.createReadStream() }
}

async function ifThere<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

async function inWords<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw fromSystemError(error, folder)
  }
}
