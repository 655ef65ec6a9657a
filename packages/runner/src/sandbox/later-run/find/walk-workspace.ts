// Where repositories are, and names that run later: every folder is entered, whatever it is called and whoever shut it. The tree is
// walked once; afterwards only folders that changed are read again. A folder's time of change says when its list of names changed;
// unlike the other one, nobody can set it back. What cannot be looked into is told as such.
import { type BigIntStats, lstatSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isLaterRunName, LATER_RUN_NAMES } from '@countersign/policy'
import { errnoOf } from '../../../disk/file-failure.ts'
import { bytesOfName, type NamedEntry, pathFor, readFolder } from '../../../disk/names.ts'
import { createFolderRights, type FolderRights, isShut } from './folder-rights.ts'
import { isWayOut, leavesWorkspace, withRealNames } from './links-out.ts'

/** Names relative to the root, as bytes in strings; the root itself is `.`. */
export interface Findings {
  /** Folders that git takes for a repository: those called `.git`, and others with the insides of one. */
  readonly repositories: readonly string[]
  /** `.git` that is no folder: a file that leads to a repository, or a link. */
  readonly pointers: readonly string[]
  readonly laterNames: readonly string[]
  /** Folders that could not be looked into. */
  readonly closed: readonly string[]
}

/** Rights that were given back for the walk are taken away again when it is disposed. Until then the next walk waits. */
export type WalkEnd = Findings & Disposable
export type WorkspaceWalk = () => Promise<WalkEnd>

interface KnownFolder extends Findings {
  readonly changed: bigint
  readonly inode: bigint
  /** When it was read, by the clock of the file system's times. */
  readonly read: bigint
  readonly below: readonly string[]
  /** Links that leave the workspace; where each leads is asked again in every walk. */
  readonly leaving: readonly string[]
}

// Two changes within one tick of the file system's clock leave the same time: a list read that soon is not trusted again.
const TICK_NANOSECONDS = 50_000_000n
// The kernel takes names up to 4,096 bytes; room is left for the names that are looked for.
const MAX_PATH_BYTES = 3_800
// A command may make very many folders: others get their turn, and not all of them are remembered.
const FOLDERS_PER_TURN = 64
const MAX_REMEMBERED = 300_000

/** `writable`: folders outside the workspace that commands can fill. */
export function createWorkspaceWalk(root: string, writable: readonly (string | undefined)[] = []): WorkspaceWalk {
  let known: ReadonlyMap<string, KnownFolder> = new Map()
  let last = Promise.resolve()
  return async () => {
    const ending = Promise.withResolvers<void>()
    const before = last
    last = ending.promise
    // Where two walks overlap, one shuts folders that the other is about to look into, which then takes them for new.
    await before
    using failed = new DisposableStack()
    failed.defer(ending.resolve)
    const rights = failed.use(createFolderRights())
    const { found, seen } = await walkAll(root, known, rights)
    const names = withRealNames(writable)
    for (const { leaving } of seen.values()) found.laterNames.push(...leaving.filter((name) => isWayOut(`${root}/${name}`, names)))
    known = seen
    const end = failed.move()
    return { ...found, [Symbol.dispose]: () => end.dispose() }
  }
}

async function walkAll(root: string, known: ReadonlyMap<string, KnownFolder>, rights: FolderRights) {
  const seen = new Map<string, KnownFolder>()
  const found = { repositories: [] as string[], pointers: [] as string[], laterNames: [] as string[], closed: [] as string[] }
  let count = 0
  for (const open = ['']; open.length > 0; count++) {
    if (count % FOLDERS_PER_TURN === FOLDERS_PER_TURN - 1) await nextTurn()
    const name = open.pop() as string
    const folder = lookInto(root, name, known.get(name), rights)
    if (!folder) continue
    if (seen.size < MAX_REMEMBERED) seen.set(name, folder)
    for (const list of ['repositories', 'pointers', 'laterNames', 'closed'] as const) found[list].push(...folder[list])
    for (const child of folder.below) open.push(name === '' ? child : `${name}/${child}`)
  }
  return { found, seen }
}

/** Undefined where it is no folder any more. */
function lookInto(root: string, name: string, before: KnownFolder | undefined, rights: FolderRights): KnownFolder | undefined {
  const path = name === '' ? root : `${root}/${name}`
  if (path.length * 3 > MAX_PATH_BYTES && bytesOfName(path).length > MAX_PATH_BYTES) return closedFolder(root, name)
  try {
    const stats = lstatSync(pathFor(path), { bigint: true, throwIfNoEntry: false })
    if (!stats?.isDirectory()) return undefined
    if (before && isStill(before, stats)) return before
    const isOpened = isShut(stats) && rights.open(path, stats)
    const read = isOpened ? 0n : BigInt(Date.now()) * 1_000_000n
    return { ...sortOut(root, name, readFolder(path)), changed: stats.ctimeNs, inode: stats.ino, read }
  } catch (error) {
    if (errnoOf(error) === undefined) throw error
    return isGone(error) ? undefined : closedFolder(root, name)
  }
}

const isGone = (error: unknown): boolean => errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR'

const isStill = (before: KnownFolder, stats: BigIntStats): boolean =>
  before.inode === stats.ino && before.changed === stats.ctimeNs && before.read - before.changed > TICK_NANOSECONDS

function sortOut(root: string, folder: string, children: readonly NamedEntry[]): Findings & Pick<KnownFolder, 'below' | 'leaving'> {
  const prefix = folder === '' ? '' : `${folder}/`
  const lists = {
    ...{ repositories: [] as string[], pointers: [] as string[], laterNames: [] as string[], closed: [] },
    ...{ below: [] as string[], leaving: [] as string[] },
  }
  for (const child of children) {
    const { name } = child
    if (name === '.git') (child.isDirectory() ? lists.repositories : lists.pointers).push(prefix + name)
    else if (isLaterRunName(name)) lists.laterNames.push(prefix + name)
    else if (child.isSymbolicLink() && leavesWorkspace(root, `${root}/${prefix}${name}`)) lists.leaving.push(prefix + name)
    if (child.isDirectory()) lists.below.push(name)
  }
  if (isLikeRepository(children) && folder !== '.git' && !folder.endsWith('/.git')) lists.repositories.push(folder === '' ? '.' : folder)
  return lists
}

/** Git takes any folder with such names for a repository and obeys its settings. */
function isLikeRepository(children: readonly NamedEntry[]): boolean {
  const has = (wanted: string) => children.some(({ name }) => name.length === wanted.length && name.toLowerCase() === wanted)
  return has('head') && (has('commondir') || (has('objects') && has('refs')))
}

/** A name can be asked for even where the list of names cannot be had. */
function closedFolder(root: string, folder: string): KnownFolder {
  const names = ['.git', ...LATER_RUN_NAMES].map((name) => (folder === '' ? name : `${folder}/${name}`))
  const visible = names.filter((name) => isVisible(`${root}/${name}`))
  const lists = { repositories: [], pointers: [], laterNames: visible, closed: [folder === '' ? '.' : folder], below: [], leaving: [] }
  return { ...lists, changed: 0n, inode: 0n, read: 0n }
}

function isVisible(path: string): boolean {
  try {
    return lstatSync(pathFor(path), { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    if (errnoOf(error) === undefined) throw error
    return false
  }
}
