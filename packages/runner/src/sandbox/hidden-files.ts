// Which files of a workspace a command must not see: secrets, and pipes and sockets, by which it would talk to programs
// outside. The tree is walked once; afterwards only folders that changed are read again, so that a command does not wait for a
// walk. A folder's time of change says when its list of names changed; unlike the other one, nobody can set it back.
import { type BigIntStats, type Dirent, lstatSync, readdirSync } from 'node:fs'
import { errnoOf } from '../hosts/files/file-failure.ts'
import { IGNORE_FILE } from '../hosts/walk/ignore-stack.ts'
import { sensitivityIn } from '../hosts/walk/sensitivity.ts'

export interface HiddenFiles {
  /** Relative to the root. */
  readonly files: readonly string[]
  readonly folders: readonly string[]
  /** Sensitive, but git itself must work in there. */
  readonly gitFolders: readonly string[]
  /** What else makes git see a repository: a file `.git` that leads to one, and the HEAD of one without such a name. */
  readonly gitFiles: readonly string[]
  /** Not hidden, but met on the same way: the files that say what git ignores. A search asks for them. */
  readonly ignoreFiles?: readonly string[]
}

interface KnownFolder {
  readonly changed: bigint
  readonly inode: bigint
  /** When it was read, by the clock of the file system's times. */
  readonly read: bigint
  readonly files: readonly string[]
  readonly folders: readonly string[]
  readonly gitFolders: readonly string[]
  readonly gitFiles: readonly string[]
  readonly ignoreFiles: readonly string[]
  readonly below: readonly string[]
}

// Two changes within one tick of the file system's clock leave the same time: a list read that soon is not trusted again.
const TICK_NANOSECONDS = 50_000_000n
// Mounts cost time each. Beyond this many in one folder, the folder as a whole is covered.
const MAX_FILES_PER_FOLDER = 100

export function createHiddenFiles(root: string): () => HiddenFiles {
  let known = new Map<string, KnownFolder>()

  function look(folder: string): KnownFolder | undefined {
    const stats = lstatSync(folder === '' ? root : `${root}/${folder}`, { bigint: true, throwIfNoEntry: false })
    if (!stats?.isDirectory()) return undefined
    const before = known.get(folder)
    return before && isStill(before, stats) ? before : readFolder(folder, stats)
  }

  function readFolder(folder: string, stats: BigIntStats): KnownFolder {
    const prefix = folder === '' ? '' : `${folder}/`
    const sensitive = sensitivityIn(folder)
    const found: Lists = { files: [], folders: [], gitFolders: [], gitFiles: [], ignoreFiles: [], below: [] }
    const children = childrenOf(`${root}/${folder}`)
    found.gitFiles.push(...gitFilesAmong(children).map((name) => prefix + name))
    if (children.some(({ name }) => name === IGNORE_FILE)) found.ignoreFiles.push(prefix + IGNORE_FILE)
    for (const child of children) {
      const list = listFor(child, sensitive(child.name), found)
      list?.push(prefix + child.name)
      if (list === found.gitFolders) found.files.push(...daemonSockets(root, prefix + child.name))
    }
    return { ...coverWhereMany(folder, found), changed: stats.ctimeNs, inode: stats.ino, read: BigInt(Date.now()) * 1_000_000n }
  }

  return () => {
    const seen = new Map<string, KnownFolder>()
    const result: Omit<Lists, 'below'> = { files: [], folders: [], gitFolders: [], gitFiles: [], ignoreFiles: [] }
    for (const open = ['']; open.length > 0; ) {
      const name = open.pop() as string
      const folder = look(name)
      if (!folder) continue
      seen.set(name, folder)
      result.files.push(...folder.files)
      result.folders.push(...folder.folders)
      result.gitFolders.push(...folder.gitFolders)
      result.gitFiles.push(...folder.gitFiles)
      result.ignoreFiles.push(...folder.ignoreFiles)
      open.push(...folder.below)
    }
    known = seen
    return result
  }
}

type Lists = Record<'files' | 'folders' | 'gitFolders' | 'gitFiles' | 'ignoreFiles' | 'below', string[]>

/** Git takes any folder with such names for a repository and obeys its settings. */
function gitFilesAmong(children: readonly Dirent[]): string[] {
  const names = new Set(children.map(({ name }) => name))
  const isRepository = names.has('HEAD') && (names.has('commondir') || (names.has('objects') && names.has('refs')))
  const pointers = children.filter((child) => child.name === '.git' && !child.isDirectory())
  return [...pointers.map(({ name }) => name), ...(isRepository ? ['HEAD'] : [])]
}

function listFor(child: Dirent, sensitive: boolean, lists: Lists): string[] | undefined {
  if (child.isDirectory()) {
    if (!sensitive) return lists.below
    return child.name === '.git' ? lists.gitFolders : lists.folders
  }
  if (child.isFIFO() || child.isSocket()) return lists.files
  // A link is covered where it leads to, if that lies inside; outside nothing of it is visible.
  return sensitive && child.isFile() ? lists.files : undefined
}

/** Of git's daemon that watches files; it is the only socket that git makes. */
function daemonSockets(root: string, gitFolder: string): string[] {
  const name = `${gitFolder}/fsmonitor--daemon.ipc`
  return lstatSync(`${root}/${name}`, { throwIfNoEntry: false })?.isSocket() ? [name] : []
}

const coverWhereMany = (folder: string, lists: Lists): Lists =>
  lists.files.length > MAX_FILES_PER_FOLDER && folder !== ''
    ? { files: [], folders: [folder], gitFolders: [], gitFiles: lists.gitFiles, ignoreFiles: [], below: [] }
    : lists

const isStill = (before: KnownFolder, stats: BigIntStats): boolean =>
  before.inode === stats.ino && before.changed === stats.ctimeNs && before.read - before.changed > TICK_NANOSECONDS

function childrenOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    // Gone meanwhile, or not ours to read: then the command, which has no more rights, cannot read it either.
    if (errnoOf(error) === undefined) throw error
    return []
  }
}
