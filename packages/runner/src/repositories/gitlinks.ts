// Entries of a repository's index that stand for other repositories. `git status` enters what they name and obeys its settings, so
// that none may be left by a command that was not asked to make repositories.
import { hash, randomBytes } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { pathFor } from '../disk/names.ts'
import { lookAt, readPlain } from '../disk/read-plain.ts'
import { type GitIndex, isGitlink, readIndex, writeIndex } from './read-index.ts'

const MAX_INDEX_BYTES = 512 * 1024 * 1024
const SHARED = /^sharedindex\.[0-9a-f]{40,64}$/

export type HashBytes = 20 | 32

/** The names in latin1. One that is not the list of gitlinks of a readable index stands for what cannot be read. */
export function gitlinksOf(repository: string, hashBytes: HashBytes, shared: readonly string[] = []): string[] {
  return ['index', ...shared.filter((name) => SHARED.test(name))].flatMap((name) => linksIn(`${repository}/${name}`, hashBytes))
}

function linksIn(path: string, hashBytes: HashBytes): string[] {
  const stats = lookAt(path)
  if (!stats) return []
  const known = remembered.get(path)
  const key = `${stats.dev}:${stats.ino}:${stats.size}:${stats.ctimeNs}:${hashBytes}`
  if (known?.key === key) return known.links
  const bytes = readPlain(path, MAX_INDEX_BYTES)
  const index = bytes && readIndex(bytes, hashBytes)
  const links = index ? index.entries.filter(isGitlink).map(({ name }) => name) : [unreadable(bytes)]
  if (remembered.size > MAX_REMEMBERED) remembered.clear()
  remembered.set(path, { key, links })
  return links
}

// An index is read again only where it has changed.
const MAX_REMEMBERED = 1_000
const remembered = new Map<string, { readonly key: string; readonly links: string[] }>()

/** No name of an entry holds a NUL. */
const UNREADABLE = '\0unreadable'
const unreadable = (bytes: Buffer | undefined): string => `${UNREADABLE} ${bytes ? hash('sha256', bytes) : 'file'}`

/** Takes these entries out of the index; false where that takes the whole index with it. */
export function dropGitlinks(repository: string, hashBytes: HashBytes, names: readonly string[]): boolean {
  const path = `${repository}/index`
  const bytes = readPlain(path, MAX_INDEX_BYTES)
  const index: GitIndex | undefined = bytes && readIndex(bytes, hashBytes)
  const unwanted = new Set(names)
  const next = index && writeIndex(index, (entry) => !(isGitlink(entry) && unwanted.has(entry.name)))
  if (!next) return false
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  try {
    writeFileSync(pathFor(temporary), next, { flag: 'wx', mode: 0o644 })
    renameSync(pathFor(temporary), pathFor(path))
  } finally {
    rmSync(pathFor(temporary), { force: true })
  }
  return true
}
