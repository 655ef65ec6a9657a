// The two ways to a name that is changed. A target is what a write reaches: a link that stays inside is followed once. An entry is the
// name itself: moving or deleting a link leaves alone what it leads to. Both are walked name by name from the root, each step checked;
// what is missing is only noted, so that nothing is made before the whole resolved name has passed.
import { lstatSync } from 'node:fs'
import { basename } from 'node:path'
import type { PathUse } from '@countersign/policy'
import type { BaseDigests } from '@countersign/protocol'
import { failureAt, fileFailure, isMissing } from './file-failure.ts'
import { checkPlace, createResolver, isInside, nameIn } from './names.ts'
import { below, checkRegularFile, type OpenObject, openObject } from './open-object.ts'

export interface OpenFolder extends Disposable {
  readonly folder: OpenObject
  /** Names that do not exist yet, outermost first. */
  readonly missing: readonly string[]
  /** What the whole path resolves to, relative to the root. */
  readonly resolved: string
}

/** The deepest existing folder on the way to `path`, and what is missing below it. */
export function openFolderOf(root: string, path: string, use: PathUse = 'write'): OpenFolder {
  const names = path.split('/')
  const last = names.pop() as string
  let folder = openObject(root, { follow: false })
  try {
    while (names.length > 0) {
      const next = openNext(root, folder, names[0] as string, path)
      if (!next) break
      folder[Symbol.dispose]()
      folder = next
      names.shift()
    }
    const place = [folder.place, ...names, last].join('/')
    return { folder, missing: names, resolved: checkPlace(root, place, path, use), [Symbol.dispose]: () => folder[Symbol.dispose]() }
  } catch (error) {
    folder[Symbol.dispose]()
    throw fileFailure(error, path)
  }
}

function openNext(root: string, folder: OpenObject, name: string, path: string): OpenObject | undefined {
  const next = openIfPresent(folder, name, root, path)
  if (!next) return undefined
  if (isInside(root, next.place) && next.stats.isDirectory()) return next
  next[Symbol.dispose]()
  if (!isInside(root, next.place)) throw failureAt('PATH_OUTSIDE_WORKSPACE', path)
  throw failureAt('INVALID_PATH', path, 'file.way-not-folder')
}

/** Undefined where there is nothing of that name; a link to nothing is something, and is refused. */
export function openIfPresent(folder: OpenObject, name: string, root: string, path: string): OpenObject | undefined {
  try {
    return openObject(below(folder, name))
  } catch (error) {
    if (!isMissing(error)) throw fileFailure(error, path)
  }
  if (!lstatSync(below(folder, name), { throwIfNoEntry: false })) return undefined
  const target = createResolver(root)(nameIn(root, `${folder.place}/${name}`))
  if (target && 'outside' in target) throw failureAt('PATH_OUTSIDE_WORKSPACE', path, 'file.link-leaves')
  throw failureAt('INVALID_PATH', path, 'file.link-to-nothing')
}

export interface OpenName extends Disposable {
  /** As it was asked for. */
  readonly path: string
  /** Relative to the root, without links on the way. */
  readonly resolved: string
  readonly way: OpenFolder
  readonly name: string
  readonly object: OpenObject | undefined
  /** The name that was asked for is a link, and this is where it leads. */
  readonly isFollowed?: boolean
}

export function openTarget(root: string, requested: string, path = requested): OpenName {
  using opening = new DisposableStack()
  const way = opening.use(openFolderOf(root, path))
  const name = basename(path)
  const object = way.missing.length > 0 ? undefined : openIfPresent(way.folder, name, root, path)
  if (object) {
    opening.use(object)
    const resolved = checkTarget(root, object, path)
    if (object.place !== `${way.folder.place}/${name}`) {
      if (path !== requested) throw failureAt('FILE_CHANGED', requested)
      return openTarget(root, requested, resolved)
    }
  }
  const open = opening.move()
  const isFollowed = path !== requested
  return { path: requested, resolved: way.resolved, way, name, object, isFollowed, [Symbol.dispose]: () => open.dispose() }
}

function checkTarget(root: string, target: OpenObject, path: string): string {
  const resolved = checkPlace(root, target.place, path, 'write')
  checkRegularFile(target.stats, path)
  // Writing would leave the other names with the old content, or reach a file that is not of this workspace.
  if (target.stats.nlink > 1n) throw failureAt('PERMISSION_DENIED', path, 'file.hard-links')
  return resolved
}

export function openEntry(root: string, path: string, use: PathUse): OpenName {
  using opening = new DisposableStack()
  const way = opening.use(openFolderOf(root, path, use))
  const name = basename(path)
  const object = way.missing.length > 0 ? undefined : openItself(way.folder, name, path)
  if (object) opening.use(object)
  if (object?.stats.isSymbolicLink()) checkLink(root, way.resolved, path, use)
  const open = opening.move()
  return { path, resolved: way.resolved, way, name, object, [Symbol.dispose]: () => open.dispose() }
}

function openItself(folder: OpenObject, name: string, path: string): OpenObject | undefined {
  try {
    return openObject(below(folder, name), { follow: false })
  } catch (error) {
    if (isMissing(error)) return undefined
    throw fileFailure(error, path)
  }
}

/** What a link leads to must pass as its own name did. */
function checkLink(root: string, resolved: string, path: string, use: PathUse): void {
  const target = createResolver(root)(resolved)
  if (target && 'outside' in target) throw failureAt('PATH_OUTSIDE_WORKSPACE', path, 'file.link-leaves')
  if (target) checkPlace(root, `${root}/${target.path}`, path, use)
}

export function checkExpected(expected: BaseDigests, name: OpenName, digest: string | null): void {
  if (!isExpected(expected, name, digest)) throw failureAt('FILE_CHANGED', name.path)
}

/** Nothing expected: a grant or a rule binds no content. Otherwise both names must be known with this very digest. */
export const isExpected = (expected: BaseDigests, { path, resolved }: OpenName, digest: string | null): boolean =>
  Object.keys(expected).length === 0 || [path, resolved].every((name) => expected[name] === digest)
