// The way to a file that is written: walked name by name from the root, each step checked. What is missing is only noted,
// so that nothing is made before the whole resolved name has passed.
import { lstatSync } from 'node:fs'
import type { PathUse } from '@countersign/policy'
import { failureAt, fileFailure, isMissing } from './file-failure.ts'
import { below, type OpenObject, openObject } from './open-object.ts'
import { checkPlace, createResolver, isInside, nameIn } from './resolve-name.ts'

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
  throw failureAt('INVALID_PATH', path, 'a name on the way is not a folder')
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
  if (target && 'outside' in target) throw failureAt('PATH_OUTSIDE_WORKSPACE', path, 'it is a link that leaves the workspace')
  throw failureAt('INVALID_PATH', path, 'it is a link to nothing')
}
