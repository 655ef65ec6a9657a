// Checks before the server starts: the database is the one that was signed, it contains every signed row, and the keys match it.
// The error names what is missing and how to restore it; nothing lost is silently recreated.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reader } from '@countersign/core'
import { howToRestore, StorageError } from '../store/storage-error.ts'
import { ForeignHead, type Heads } from './heads.ts'
import type { SignedHead } from './signed-head.ts'

const NEEDED_KEYS = ['clearance-key.json', 'audit-key.json']

/** Called before anything is opened: a lost file would be recreated and look like a new installation. */
export async function refuseLost(dataDir: string, path: string): Promise<void> {
  const headsFile = join(dataDir, 'keys', 'heads.jsonl')
  const isThere = await sizeOf(path)
  if (isThere === 0 && (await hasOpenHeads(headsFile)))
    throw new StorageError('damaged', `${path} is missing or empty, but ${headsFile} shows that it had records. ${howToRestore(path)}`)
  if (isThere === 0) return
  for (const name of NEEDED_KEYS) {
    const key = join(dataDir, 'keys', name)
    if ((await sizeOf(key)) === 0)
      throw new StorageError(
        'damaged',
        `${key} is missing or empty, but ${path} was written with it. Put it back from a copy, then start again.`,
      )
  }
}

const sizeOf = async (path: string): Promise<number> => (await ifThere(() => stat(path)))?.size ?? 0

/** A removed project leaves a head that says so. */
async function hasOpenHeads(headsFile: string): Promise<boolean> {
  const lines = ((await ifThere(() => readFile(headsFile, 'utf8'))) ?? '').split('\n').filter((line) => line.endsWith('}'))
  const payloads = lines.map((line) => Buffer.from(line.split('.')[1] ?? '', 'base64url').toString())
  const removed = new Set(payloads.filter((text) => text.includes('"removed":true')).map(projectOf))
  return payloads.some((text) => !removed.has(projectOf(text)))
}

const projectOf = (text: string): string | undefined => /"project_id":"([^"]+)"/.exec(text)?.[1]

async function ifThere<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

export interface RecordToCheck {
  readonly reader: Reader
  readonly heads: Heads
  readonly path: string
}

/** Checks that the row named by the newest signed head of each project exists and is unchanged. */
export async function checkRecord({ reader, heads, path }: RecordToCheck): Promise<void> {
  for (const head of (await newestOf(heads)).values()) {
    const problem = head.removed ? undefined : await problemOf(reader, head)
    if (problem)
      throw new StorageError(
        'damaged',
        `${path} is not as it was signed on ${head.time}: ${problem} (project ${head.project_id}). ${howToRestore(path)} ` +
          `To go on with what is left, move ${heads.file} away as well; the log then proves nothing about the time before.`,
      )
  }
}

async function newestOf(heads: Heads): Promise<Map<string, SignedHead>> {
  try {
    return await heads.newest()
  } catch (error) {
    if (!(error instanceof ForeignHead)) throw error
    throw new StorageError(
      'damaged',
      `${error.message}: the key is another one than before. Put both back from the same copy, then start again.`,
      {
        cause: error,
      },
    )
  }
}

async function problemOf(reader: Reader, { project_id, seq, hash }: SignedHead): Promise<string | undefined> {
  return reader.read(async (tx) => {
    if (!(await tx.projects.get(project_id))) return 'the project is not in it'
    const last = await tx.events.head(project_id)
    if (last.seq < seq) return `its log ends at row ${last.seq}, but row ${seq} was signed`
    if (seq === 0) return undefined
    const [row] = await tx.events.read(project_id, seq - 1, 1)
    return row?.seq === seq && row.hash === hash ? undefined : `row ${seq} is not the one that was signed`
  })
}
