// Makes the folders that are missing on the way to a file, each through the descriptor of the one before.
import { closeSync, constants, fsyncSync, mkdirSync, rmdirSync } from 'node:fs'
import { errnoOf, failureAt, fileFailure } from '../../disk/file-failure.ts'
import { isInside, nameIn } from '../../disk/names.ts'
import { below, type OpenObject, openObject, reopen } from '../../disk/open-object.ts'
import type { OpenFolder } from '../../disk/open-target.ts'

export interface MadeFolders extends Disposable {
  /** The innermost: the file goes here. */
  readonly folder: OpenObject
  /** Relative to the root, outermost first; without those that somebody else made meanwhile. */
  readonly created: readonly string[]
  /** Takes away again what was made and is still empty. */
  undo(): void
}

export function makeFolders(root: string, way: OpenFolder, path: string): MadeFolders {
  const chain = [way.folder]
  const made: { readonly parent: OpenObject; readonly name: string; readonly path: string }[] = []
  const innermost = () => chain.at(-1) as OpenObject
  const close = () => {
    for (const folder of chain.slice(1)) folder[Symbol.dispose]()
  }
  const undo = () => {
    for (const { parent, name } of made.toReversed()) removeIfEmpty(below(parent, name))
  }
  try {
    for (const name of way.missing) {
      const parent = innermost()
      const isNew = makeFolder(parent, name)
      chain.push(openMade(root, parent, name, path))
      if (isNew) made.push({ parent, name, path: nameIn(root, innermost().place) })
    }
  } catch (error) {
    undo()
    close()
    throw fileFailure(error, path)
  }
  return { folder: innermost(), created: made.map(({ path }) => path), undo, [Symbol.dispose]: close }
}

function makeFolder(parent: OpenObject, name: string): boolean {
  try {
    mkdirSync(below(parent, name))
    syncFolder(parent)
    return true
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error
    return false
  }
}

/** Opens the very folder that was made. Somebody else's folder of the same name is welcome, a link is not. */
function openMade(root: string, parent: OpenObject, name: string, path: string): OpenObject {
  const made = openObject(below(parent, name), { follow: false })
  if (made.stats.isDirectory() && isInside(root, made.place)) return made
  made[Symbol.dispose]()
  throw failureAt('FILE_CHANGED', path)
}

export function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch (error) {
    // Not empty, gone, or not ours to remove: then it stays.
    if (errnoOf(error) === undefined) throw error
  }
}

export function syncFolder(folder: OpenObject): void {
  const descriptor = reopen(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
