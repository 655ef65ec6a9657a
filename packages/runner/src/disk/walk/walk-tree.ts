// Goes through a folder in the order of a tree: names sorted, a folder before its content. What it comes to may be shown:
// no sensitive file, no inside of git, nothing that no tool could open, nothing ignored, nothing outside.
import { type Dirent, lstatSync } from 'node:fs'
import { checkPath, isSensitive } from '@countersign/policy'
import { errnoOf } from '../file-failure.ts'
import { isInside, isText, nameIn, readFolder } from '../names.ts'
import { below, type Opened, openFolderIn, openObject, pathOf } from '../open-object.ts'
import { IGNORE_FILE, type IgnoreStack } from './ignore-stack.ts'
import type { ListFilter } from './list-filter.ts'
import type { NameTest } from './name-test.ts'
import { sensitivityBelow, sensitivityIn } from './sensitivity.ts'

export type Child = Pick<Dirent, 'name' | 'isFile' | 'isDirectory' | 'isSymbolicLink'>

export interface WalkedFolder {
  /** Open for as long as its entries are looked at. */
  readonly opened: Opened
  /** Relative to the root, with a slash at its end; '' for the root. */
  readonly prefix: string
}

export interface Found {
  readonly type: 'file' | 'directory'
  readonly isLink: boolean
  /** Named by .gitignore, and shown all the same. */
  readonly isIgnored?: true
}

export interface Walk {
  readonly root: string
  /** The real name of the folder where the walk begins: patterns count from here. */
  readonly start: string
  readonly recursive: boolean
  readonly filter: ListFilter
  /** Names that rules hide, with everything in them. */
  readonly isHidden?: ((path: string) => boolean) | undefined
  /** What .gitignore names is shown too, and marked. */
  readonly showsIgnored?: boolean | undefined
  /** The names to look at in a folder, given by its path; left out, all that are there. */
  readonly childrenOf?: ((path: string) => readonly Child[]) | undefined
  readonly onEntry: (folder: WalkedFolder, name: string, found: Found) => void
  /** Called when a folder and everything in it has been gone through. */
  readonly onLeave?: ((folder: WalkedFolder) => void) | undefined
  /** Once true, the order no longer matters. */
  readonly isUnordered?: (() => boolean) | undefined
  /** Once true, nothing more is looked at. */
  readonly isDone?: (() => boolean) | undefined
}

/** What holds at a place of the walk. */
interface Place {
  readonly names: readonly string[]
  readonly isSecret: NameTest
  readonly above: IgnoreStack
  readonly isIgnored: boolean
}

export function walkTree(walk: Walk, folder: Opened, above: IgnoreStack): void {
  const names = walk.start === '.' ? [] : walk.start.split('/')
  visit(walk, folder, { names, isSecret: sensitivityIn(names.join('/')), above, isIgnored: above.isBelowIgnored })
}

function visit(walk: Walk, opened: Opened, { names, isSecret, above, isIgnored }: Place): void {
  const path = names.join('/')
  const folder = { opened, prefix: path === '' ? '' : `${path}/` }
  const children = walk.childrenOf?.(path) ?? readChildren(walk, opened)
  const ignored = above.enter(opened, names, hasRules(walk, opened, children))
  const isShown = walk.filter.in(relativeTo(walk.start, path))
  for (const child of children) {
    const { name } = child
    const shown = isShown(name)
    // Most entries are files that do not match: they are passed over before anything costs time.
    if ((!shown && child.isFile()) || !walk.filter.mayShow(name) || isSecret(name) || !isUsable(name)) continue
    if (walk.isHidden?.(folder.prefix + name)) continue
    const found = identify(walk, opened, child)
    if (!found) continue
    const isNamed = isIgnored || ignored.ignores(name, found.type === 'directory')
    if (isNamed && !walk.showsIgnored) continue
    if (walk.isDone?.()) return
    if (shown) walk.onEntry(folder, name, isNamed ? { ...found, isIgnored: true } : found)
    if (!walk.recursive || found.type === 'file' || found.isLink) continue
    const place = { names: [...names, name], isSecret: sensitivityBelow(isSecret, folder.prefix + name, name) }
    descend(walk, opened, { ...place, above: ignored, isIgnored: isNamed })
  }
  walk.onLeave?.(folder)
}

/** Where not all names are at hand, the disk is asked. */
const hasRules = (walk: Walk, folder: Opened, children: readonly Child[]): boolean =>
  walk.childrenOf
    ? lstatSync(below(folder, IGNORE_FILE), { throwIfNoEntry: false }) !== undefined
    : children.some(({ name }) => name === IGNORE_FILE)

function readChildren(walk: Walk, folder: Opened): Child[] {
  const children: Child[] = readFolder(pathOf(folder))
  return walk.isUnordered?.() ? children : children.sort((one, other) => (one.name < other.name ? -1 : 1))
}

const relativeTo = (start: string, path: string): string => (start === '.' ? path : path.slice(start.length + 1))

/** Control and invisible characters: no tool would take such a path. What is no text is shown all the same, in other words. */
const isUsable = (name: string): boolean => /^[ -9;-[\]-~]*$/.test(name) || !isText(name) || !('refusal' in checkPath(name))

const FILE: Found = { type: 'file', isLink: false }
const FOLDER: Found = { type: 'directory', isLink: false }

/** A link counts as what it leads to, if that lies inside and may be seen; pipes, sockets and devices are nothing here. */
function identify({ root, isHidden }: Walk, folder: Opened, child: Child): Found | undefined {
  if (child.isFile()) return FILE
  if (child.isDirectory()) return FOLDER
  if (!child.isSymbolicLink()) return undefined
  try {
    using target = openObject(below(folder, child.name))
    if (!isInside(root, target.place)) return undefined
    const name = nameIn(root, target.place)
    if (isSensitive(name) || isHidden?.(name)) return undefined
    if (target.stats.isDirectory()) return { type: 'directory', isLink: true }
    return target.stats.isFile() ? { type: 'file', isLink: true } : undefined
  } catch (error) {
    // A link to nothing, in a circle, or to where we may not look.
    if (errnoOf(error) !== undefined) return undefined
    throw error
  }
}

/** Only the very folder that lies at this place: one that was swapped for a link in between is left out. */
function descend(walk: Walk, folder: Opened, place: Place): void {
  try {
    using inner = openFolderIn(folder, place.names.at(-1) as string)
    if (inner) visit(walk, inner, place)
  } catch (error) {
    // Gone meanwhile, or not ours to read: it is listed by its name, without content.
    if (errnoOf(error) === undefined) throw error
  }
}
