// What one folder of the workspace holds that a command must not see, read once and remembered while the folder stays as it is.
// A folder's time of change says when its list of names changed; unlike the other one, nobody can set it back.
import { type BigIntStats, lstatSync } from 'node:fs'
import type { PathTest } from '@countersign/policy'
import { errnoOf } from '../../disk/file-failure.ts'
import { bytesOfName, type NamedEntry, pathFor, readFolder } from '../../disk/names.ts'
import { IGNORE_FILE } from '../../disk/walk/ignore-stack.ts'
import { sensitivityIn } from '../../disk/walk/sensitivity.ts'

/** Names are relative to the root. */
export interface FolderContent {
  readonly secretFiles: readonly string[]
  readonly secretFolders: readonly string[]
  /** Sensitive, but git itself must work in there. */
  readonly gitFolders: readonly string[]
  /** Pipes and sockets, by which a command would talk to programs outside. */
  readonly channels: readonly string[]
  readonly ignoreFiles: readonly string[]
  readonly below: readonly string[]
  /** Which object each secret is: its name, and its number on its disk. */
  readonly identities: readonly string[]
  /** How many names a command may see. */
  readonly visible: number
}

export interface KnownFolder {
  readonly changed: bigint
  readonly inode: bigint
  /** When it was read, by the clock of the file system's times. */
  readonly read: bigint
  /** Undefined where nobody can tell what lies in it. */
  readonly content: FolderContent | undefined
}

// Two changes within one tick of the file system's clock leave the same time: a list read that soon is not trusted again.
const TICK_NANOSECONDS = 50_000_000n

/** Beyond this, a name in the folder may have a path that no program can open. Bubblewrap puts a few bytes before it. */
const MAX_FOLDER_BYTES = 3_700

export interface LookedAt {
  readonly root: string
  /** Names that a rule hides, besides those that are secret by themselves. */
  readonly isHidden: PathTest
}

/** Undefined where it is gone, or no folder. Throws where the system did not let us look, which may be otherwise the next time. */
export function lookInto(place: LookedAt, folder: string, before: KnownFolder | undefined): KnownFolder | undefined {
  const { root } = place
  const path = folder === '' ? root : `${root}/${folder}`
  const stats = lstatSync(pathFor(path), { bigint: true, throwIfNoEntry: false })
  if (!stats?.isDirectory()) return undefined
  if (before && isStill(before, stats)) return before
  const read = BigInt(Date.now()) * 1_000_000n
  return { changed: stats.ctimeNs, inode: stats.ino, read, content: readContent(place, folder) }
}

const isStill = (before: KnownFolder, stats: BigIntStats): boolean =>
  before.inode === stats.ino && before.changed === stats.ctimeNs && before.read - before.changed > TICK_NANOSECONDS

function readContent(place: LookedAt, folder: string): FolderContent | undefined {
  const path = folder === '' ? place.root : `${place.root}/${folder}`
  if (bytesOfName(path).length > MAX_FOLDER_BYTES) return undefined
  try {
    const children = readFolder(path)
    // Without the right to search it, its names could be read, but nothing could be laid over them.
    lstatSync(pathFor(`${path}/.`))
    return sortOut(place, folder, children)
  } catch (error) {
    if (errnoOf(error) !== 'EACCES' && errnoOf(error) !== 'EPERM') throw error
    return undefined
  }
}

type Lists = Record<'secretFiles' | 'secretFolders' | 'gitFolders' | 'channels' | 'below', string[]>

function sortOut({ root, isHidden }: LookedAt, folder: string, children: readonly NamedEntry[]): FolderContent {
  const prefix = folder === '' ? '' : `${folder}/`
  const sensitive = sensitivityIn(folder)
  const lists: Lists = { secretFiles: [], secretFolders: [], gitFolders: [], channels: [], below: [] }
  for (const child of children) {
    const list = listFor(child, sensitive(child.name) || isHidden(prefix + child.name), lists)
    list?.push(prefix + child.name)
    if (list === lists.gitFolders) lists.channels.push(...daemonSockets(root, prefix + child.name))
  }
  const secrets = [...lists.secretFiles, ...lists.secretFolders, ...lists.gitFolders]
  return {
    ...lists,
    ignoreFiles: children.some(({ name }) => name === IGNORE_FILE) ? [prefix + IGNORE_FILE] : [],
    identities: secrets.map((name) => identify(root, name)),
    visible: children.length - lists.below.length - secrets.length,
  }
}

function listFor(child: NamedEntry, sensitive: boolean, lists: Lists): string[] | undefined {
  if (child.isDirectory()) {
    if (!sensitive) return lists.below
    return child.name === '.git' ? lists.gitFolders : lists.secretFolders
  }
  if (child.isFIFO() || child.isSocket()) return lists.channels
  // A link is covered where it leads to, if that lies inside; outside nothing of it is visible.
  return sensitive && child.isFile() ? lists.secretFiles : undefined
}

/** The socket of git's daemon that watches files, the only one that git makes. */
function daemonSockets(root: string, gitFolder: string): string[] {
  const name = `${gitFolder}/fsmonitor--daemon.ipc`
  return lstatSync(pathFor(`${root}/${name}`), { throwIfNoEntry: false })?.isSocket() ? [name] : []
}

function identify(root: string, name: string): string {
  const stats = lstatSync(pathFor(`${root}/${name}`), { bigint: true, throwIfNoEntry: false })
  return `${name}\0${stats ? `${stats.dev}:${stats.ino}` : 'gone'}`
}
