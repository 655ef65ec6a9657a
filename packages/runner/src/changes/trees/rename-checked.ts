// One object gets another name. The last look comes before, and a closer one after: if anything was swapped in between, what
// was renamed is not what was checked, and it goes back.
import { linkSync, lstatSync, renameSync, unlinkSync } from 'node:fs'
import { errnoOf, failureAt, hasNoLinks } from '../../disk/file-failure.ts'
import { below, type OpenObject, openObject } from '../../disk/open-object.ts'
import { checkStillThere } from '../staging/stage-file.ts'
import { signTree } from './read-tree.ts'

export interface NameIn {
  readonly folder: OpenObject
  readonly name: string
}

export interface Renaming {
  readonly source: NameIn & { readonly object: OpenObject }
  readonly target: NameIn
  /** The signature of the tree when it was read. */
  readonly signature: string
  readonly path: string
}

export async function renameChecked({ source, target, signature, path }: Renaming): Promise<void> {
  checkStillThere({ ...source, target: source.object, path })
  renameToFree(source, target, path)
  if (await isWhatWasRead(target, signature)) return
  renameToFree(target, source, path)
  throw failureAt('FILE_CHANGED', path)
}

/** Anything that cannot even be looked at is not what was read. */
async function isWhatWasRead({ folder, name }: NameIn, signature: string): Promise<boolean> {
  try {
    using object = openObject(below(folder, name), { follow: false })
    return (await signTree({ folder, name, object, path: name })) === signature
  } catch (error) {
    if (error instanceof Error) return false
    throw error
  }
}

/** A file that appears at the new name in this moment is not replaced: a link fails there, which a rename would not. */
export function renameToFree(source: NameIn, target: NameIn, path: string): void {
  const [from, to] = [below(source.folder, source.name), below(target.folder, target.name)]
  if (lstatSync(to, { throwIfNoEntry: false })) throw failureAt('FILE_CHANGED', path, 'file.name-taken')
  if (!lstatSync(from).isDirectory() && linkExclusively(from, to, path)) unlinkSync(from)
  else renameSync(from, to)
}

/** False where this disk, or this file, has no links. */
function linkExclusively(from: string, to: string, path: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') throw failureAt('FILE_CHANGED', path, 'file.name-taken')
    if (!hasNoLinks(error)) throw error
    return false
  }
}
