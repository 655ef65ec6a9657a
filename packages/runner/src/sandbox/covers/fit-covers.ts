// What is laid over the secrets of a workspace, and which folders are held in place, so that none of them can be carried to a name
// under which nobody would know it. Every mount takes time, more with each one before it: beyond a number, folders are covered whole.
import { isMeaningfulFolder } from '../../disk/walk/sensitivity.ts'

/** Some 40 ms in all, on a common machine. */
export const MAX_MOUNTS = 150

export interface Covers {
  readonly files: readonly string[]
  readonly folders: readonly string[]
  /** Pipes and sockets, by which a command would talk to programs outside. */
  readonly channels: readonly string[]
  /** Nobody could look into these: what they hold counts as sensitive. */
  readonly closed: readonly string[]
  /** Covered whole for the many sensitive names in them. */
  readonly crowded: readonly string[]
  /** Folders on the way to what is covered, outer ones first. */
  readonly held: readonly string[]
}

/** Whether a folder can be hidden whole without a mount of its own. */
export type IsFree = (folder: string) => boolean

export type WantedCovers = Omit<Covers, 'crowded' | 'held'>

/** `visibleIn` says of every folder how many names a command may see in it. Only names of the root itself can be more than fit. */
export function fitCovers(wanted: WantedCovers, visibleIn: ReadonlyMap<string, number>, isFree: IsFree = () => false): Covers {
  const fitting = { ...wanted, crowded: [], held: heldFor(wanted, []) }
  const mounts = mountsOf(fitting)
  if (mounts.length <= MAX_MOUNTS) return fitting
  const chosen = chooseCrowded(mounts, visibleIn, isFree)
  const isLeft = (name: string) => !foldersOf(name).some((folder) => chosen.has(folder))
  const left = {
    files: wanted.files.filter(isLeft),
    folders: wanted.folders.filter(isLeft),
    channels: wanted.channels.filter(isLeft),
    closed: wanted.closed.filter(isLeft),
  }
  const crowded = [...chosen].filter(isLeft)
  return { ...left, crowded, held: heldFor(left, crowded) }
}

export const mountsOf = ({ files, folders, channels, closed, crowded, held }: Covers): string[] => [
  ...files,
  ...folders,
  ...channels,
  ...closed,
  ...crowded,
  ...held,
]

/** Names, and how many of all mounts lie below each folder. */
function countBelow(mounts: readonly string[]): Map<string, number> {
  const below = new Map<string, number>()
  for (const name of mounts) for (const folder of foldersOf(name)) below.set(folder, (below.get(folder) ?? 0) + 1)
  return below
}

/** Those in which a command loses the least come first; of equal ones, those that spare most mounts. */
function chooseCrowded(mounts: readonly string[], visibleIn: ReadonlyMap<string, number>, isFree: IsFree): Set<string> {
  const below = countBelow(mounts)
  const lost = new Map<string, number>()
  for (const [name, visible] of visibleIn)
    for (const folder of [...foldersOf(name), name]) if (below.has(folder)) lost.set(folder, (lost.get(folder) ?? 0) + visible)
  const own = new Set(mounts)
  const spares = (folder: string) => (below.get(folder) ?? 0) + (own.has(folder) ? 1 : 0) - (isFree(folder) ? 0 : 1)
  const candidates = [...below.keys()].map((folder) => ({ folder, lost: lost.get(folder) ?? 0, spared: spares(folder) }))
  candidates.sort((one, other) => one.lost - other.lost || other.spared - one.spared)
  const chosen = new Set<string>()
  let count = mounts.length
  for (const { folder } of candidates) {
    if (count <= MAX_MOUNTS) break
    const above = foldersOf(folder)
    const spared = spares(folder)
    if (spared <= 0 || above.some((outer) => chosen.has(outer))) continue
    chosen.add(folder)
    count -= spared
    for (const outer of above) below.set(outer, (below.get(outer) ?? 0) - spared)
  }
  return chosen
}

// Package managers replace folders in these as a whole. What is covered in there is sensitive under any folder's name; a folder
// without which it would not be is held there too.
const DEPENDENCIES = new Set(['node_modules', 'site-packages'])

/** Outer ones first. */
function heldFor({ files, folders, closed }: WantedCovers, crowded: readonly string[]): string[] {
  const held = new Set<string>()
  for (const name of [...files, ...folders, ...closed, ...crowded]) {
    let isDependency = false
    for (const folder of foldersOf(name)) {
      const own = folder.slice(folder.lastIndexOf('/') + 1)
      if (!isDependency || isMeaningfulFolder(own)) held.add(folder)
      if (DEPENDENCIES.has(own)) isDependency = true
    }
  }
  return [...held].sort((one, other) => one.split('/').length - other.split('/').length)
}

/** Outer ones first; the root is not among them. */
function foldersOf(name: string): string[] {
  const folders: string[] = []
  for (let slash = name.indexOf('/'); slash >= 0; slash = name.indexOf('/', slash + 1)) folders.push(name.slice(0, slash))
  return folders
}
