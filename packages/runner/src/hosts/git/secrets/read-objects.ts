// Reads the objects of a repository that nobody trusts: single ones directly, packed ones by git in its sandbox.
import { closeSync, constants as fileConstants, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { constants, inflateSync } from 'node:zlib'
import { errnoOf } from '../../../disk/file-failure.ts'
import { readPlainFile } from '../../../repositories/plain-files.ts'
import type { CopyPlace } from '../bare-copy/open-bare-copy.ts'
import type { RunGit } from '../bare-copy/run-git.ts'
import type { ObjectNames } from './object-names.ts'

const MAX_TREE_BYTES = 32 * 1024 * 1024
const HEAD_BYTES = 128
const MAX_LIST_BYTES = 64 * 1024 * 1024
export const MAX_KEPT_BYTES = 128 * 1024 * 1024

/** Ids of the objects that have a file of their own. */
export const looseObjects = (objects: string): string[] =>
  childrenOf(objects)
    .filter((name) => /^[0-9a-f]{2}$/.test(name))
    .flatMap((folder) => childrenOf(join(objects, folder)).map((name) => folder + name))
    .filter((id) => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id))

export const packNames = (objects: string): string[] =>
  childrenOf(join(objects, 'pack'))
    .filter((name) => name.endsWith('.idx'))
    .sort()

function childrenOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return []
    throw error
  }
}

export const looseName = (id: string): string => `${id.slice(0, 2)}/${id.slice(2)}`

/** Where it is gone meanwhile, it is in a pack by now, which is noticed by the pack. */
export function readLooseObject(names: ObjectNames, objects: string, id: string): void {
  const path = join(objects, looseName(id))
  const kind = kindOfLoose(path)
  if (kind === 'blob') names.addBlob(id)
  const file = kind === 'tree' ? readPlainFile(path, MAX_TREE_BYTES) : undefined
  if (file === undefined) return
  const whole = inflateSync(Buffer.from(file, 'latin1'), { maxOutputLength: MAX_TREE_BYTES })
  names.addTree(id, whole.subarray(whole.indexOf(0) + 1))
}

/** It stands first; of content no more is read. */
function kindOfLoose(path: string): string | undefined {
  const descriptor = openIfPresent(path)
  if (descriptor === undefined) return undefined
  try {
    const beginning = Buffer.alloc(HEAD_BYTES)
    const bytes = readSync(descriptor, beginning, 0, HEAD_BYTES, 0)
    const head = inflateSync(beginning.subarray(0, bytes), { finishFlush: constants.Z_SYNC_FLUSH })
    return head.toString('latin1', 0, 'commit '.length).split(' ')[0]
  } finally {
    closeSync(descriptor)
  }
}

function openIfPresent(path: string): number | undefined {
  try {
    return openSync(path, fileConstants.O_RDONLY | fileConstants.O_NOFOLLOW | fileConstants.O_NONBLOCK)
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** A script of ours, in which nothing of the repository stands: raw bytes come through as letters. */
const ALL = `git cat-file --batch-all-objects --unordered --batch-check='%(objectname) %(objecttype)'`
const TREES = `set -o pipefail; ${ALL} | sed -n 's/ tree$//p' | git cat-file --batch | base64 -w0`

/** Every object there is. Throws where that is too much, or takes too long. */
export async function readAllObjects(run: RunGit, place: CopyPlace, names: ObjectNames): Promise<void> {
  const { stdout } = await run(place, { args: ['cat-file'], script: ALL, maxBytes: MAX_LIST_BYTES })
  for (const line of stdout.split('\n')) if (line.endsWith(' blob')) names.addBlob(line.slice(0, -' blob'.length))
  const trees = await run(place, { args: ['cat-file'], script: TREES, maxBytes: MAX_KEPT_BYTES })
  readBatch(Buffer.from(trees.stdout, 'base64'), names)
}

/** `ID tree SIZE`, a line feed, the content, a line feed; again and again. */
function readBatch(batch: Buffer, names: ObjectNames): void {
  for (let at = 0; at < batch.length; ) {
    const end = batch.indexOf('\n', at)
    const [id = '', kind, size] = batch.toString('latin1', at, end).split(' ')
    const bytes = Number(size)
    if (end < 0 || kind !== 'tree' || !Number.isSafeInteger(bytes)) throw new Error('the list of trees cannot be read')
    names.addTree(id, Buffer.from(batch.subarray(end + 1, end + 1 + bytes)))
    at = end + 1 + bytes + 1
  }
}

export interface IndexNames {
  readonly names: readonly string[]
  readonly ids: ReadonlySet<string>
}

/** What is staged: `MODE ID STAGE`, a tab, the name. */
export async function readIndexNames(run: RunGit, place: CopyPlace): Promise<IndexNames> {
  const { stdout } = await run(place, { args: ['ls-files', '--stage', '-z'], maxBytes: MAX_LIST_BYTES })
  const [names, ids]: [string[], Set<string>] = [[], new Set()]
  for (const row of stdout.split('\0')) {
    const { id, name } = /^\d+ (?<id>[0-9a-f]+) \d\t(?<name>.+)$/s.exec(row)?.groups ?? {}
    if (id === undefined || name === undefined) continue
    names.push(name)
    ids.add(id)
  }
  return { names, ids }
}
