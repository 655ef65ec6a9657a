// Live output of commands as files, one per execution, written and read by byte offset. A part that comes twice lands in the
// same place. Not synced: the result holds what counts, and the runner sends live output only once.
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Outputs } from '@countersign/core'
import { executionId, Failure, LIMITS } from '@countersign/protocol'
import { openWithFolder, PRIVATE_FILE } from '../bodies/durable-file.ts'
import { pruneFolder } from '../bodies/prune-folder.ts'
import { fromSystemError } from '../store/storage-error.ts'

export interface FileOutputs extends Outputs {
  /** Removes outputs that have not grown since that time; returns how many. */
  prune(olderThan: Date): Promise<number>
}

const NOTHING = new Uint8Array()

export function createFileOutputs({ folder }: { readonly folder: string }): FileOutputs {
  // The last two digits are random in a UUIDv7: no folder grows without end.
  const pathOf = (execution: string) => join(folder, executionId.parse(execution).slice(-2), execution)
  return {
    append: async (execution, offset, bytes) => {
      const path = pathOf(execution)
      checkOffset(offset, bytes.length)
      try {
        await using file = await openToWrite(path)
        await writeWhole(file, offset, bytes)
      } catch (error) {
        throw fromSystemError(error, path)
      }
    },
    read: async (execution, after, maxBytes) => {
      await using file = await openToRead(pathOf(execution))
      if (!file) return { bytes: NOTHING, next: after }
      const { size } = await file.stat()
      const buffer = Buffer.alloc(Math.max(0, Math.min(maxBytes, size - after)))
      const { bytesRead } = await file.read(buffer, 0, buffer.length, after)
      return { bytes: buffer.subarray(0, bytesRead), next: after + bytesRead }
    },
    prune: (olderThan) => pruneFolder(folder, olderThan),
  }
}

/** An offset comes from outside: a far one would make a file with a hole that is read as zeros without end. */
function checkOffset(offset: number, length: number): void {
  if (!Number.isSafeInteger(offset) || offset < 0) throw new Failure('INVALID_ARGUMENTS', { subject: 'offset' })
  if (offset + length > LIMITS.maxBodyBytes) throw new Failure('FILE_TOO_LARGE', { subject: 'output', max_bytes: LIMITS.maxBodyBytes })
}

/** Node has no named mode that writes anywhere in a file and creates it: "a" ignores offsets, "r+" does not create, "w" empties. */
const openToWrite = (path: string): Promise<FileHandle> =>
  openWithFolder(path, () => open(path, constants.O_WRONLY | constants.O_CREAT, PRIVATE_FILE))

async function openToRead(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function writeWhole(file: FileHandle, offset: number, bytes: Uint8Array): Promise<void> {
  let written = 0
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, offset + written)
    written += bytesWritten
  }
}
