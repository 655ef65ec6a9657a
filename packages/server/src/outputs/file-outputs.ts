// Live output of commands as files, written and read by byte offset. A chunk that arrives twice is written to the same place.
// Files have no holes: output after a gap starts a new file, so that missing bytes are never read as zeros. Not synced, because
// the result contains what matters.
import { constants } from 'node:fs'
import { type FileHandle, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Outputs, planRead } from '@countersign/core'
import { executionId, Failure, LIMITS, sentence } from '@countersign/protocol'
import { openWithFolder, PRIVATE_FILE } from '../bodies/durable-file.ts'
import { pruneFolder } from '../bodies/prune-folder.ts'
import { fromSystemError } from '../store/storage-error.ts'
import { createTurns } from './turns.ts'

export interface FileOutputs extends Outputs {
  /** Removes outputs that have not grown since that time; returns how many. */
  prune(olderThan: Date): Promise<number>
}

interface Span {
  readonly path: string
  readonly start: number
  readonly length: number
}

export function createFileOutputs({ folder }: { readonly folder: string }): FileOutputs {
  // The last two digits of a UUIDv7 are random, so the files are spread over folders of limited size.
  const pathOf = (execution: string) => join(folder, executionId.parse(execution).slice(-2), execution)
  const inTurn = createTurns()
  return {
    append: async (execution, offset, bytes) => {
      const path = pathOf(execution)
      checkOffset(offset, bytes.length)
      await inTurn(execution, () => append(path, offset, bytes)).catch((error: unknown) => {
        throw fromSystemError(error, path)
      })
    },
    read: async (execution, after, maxBytes) => {
      const { start, parts, end, missing } = planRead(await spansOf(pathOf(execution)), after, maxBytes)
      const pieces = await Promise.all(parts.map(({ span, skip, length }) => readSpan(span.path, skip, length)))
      return { start, bytes: Buffer.concat(pieces), end, missing }
    },
    prune: (olderThan) => pruneFolder(folder, olderThan),
  }
}

/** Offsets are untrusted: a very large one would create an endless output. */
function checkOffset(offset: number, length: number): void {
  if (!Number.isSafeInteger(offset) || offset < 0) throw new Failure('INVALID_ARGUMENTS', { subject: sentence('text', { text: 'offset' }) })
  if (offset + length > LIMITS.maxBodyBytes)
    throw new Failure('FILE_TOO_LARGE', { subject: sentence('noun.output'), max_bytes: LIMITS.maxBodyBytes })
}

/** The folder of the files after gaps, each named by its offset. Most outputs have none. */
const folderBehindGaps = (path: string): string => `${path}.more`

async function append(path: string, offset: number, bytes: Uint8Array): Promise<void> {
  const spans = offset === 0 ? [] : await spansOf(path)
  const fitting = spans.findLast(({ start, length }) => start <= offset && offset <= start + length)
  const target = fitting ?? { path: offset === 0 ? path : join(folderBehindGaps(path), String(offset)), start: offset }
  await using file = await openToWrite(target.path)
  await writeWhole(file, offset - target.start, bytes)
}

async function spansOf(path: string): Promise<Span[]> {
  const first = await spanOf(path, 0)
  const later = await Promise.all(
    (await namesIn(folderBehindGaps(path))).map((name) => spanOf(join(folderBehindGaps(path), name), Number(name))),
  )
  return [first, ...later].filter((span) => span !== undefined).sort((a, b) => a.start - b.start)
}

const spanOf = (path: string, start: number): Promise<Span | undefined> =>
  ifThere(async () => ({ path, start, length: (await stat(path)).size }))

const namesIn = async (folder: string): Promise<string[]> => (await ifThere(() => readdir(folder))) ?? []

/** A file pruned since it was listed reads as empty. */
async function readSpan(path: string, position: number, length: number): Promise<Uint8Array> {
  const bytes = await ifThere(async () => {
    await using file = await open(path, 'r')
    const buffer = Buffer.alloc(length)
    const { bytesRead } = await file.read(buffer, 0, length, position)
    return buffer.subarray(0, bytesRead)
  })
  return bytes ?? Buffer.alloc(0)
}

async function ifThere<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Node has no named mode that writes at any offset and creates the file: "a" ignores offsets, "r+" does not create, "w" truncates. */
const openToWrite = (path: string): Promise<FileHandle> =>
  openWithFolder(path, () => open(path, constants.O_WRONLY | constants.O_CREAT, PRIVATE_FILE))

async function writeWhole(file: FileHandle, offset: number, bytes: Uint8Array): Promise<void> {
  let written = 0
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, offset + written)
    written += bytesWritten
  }
}
