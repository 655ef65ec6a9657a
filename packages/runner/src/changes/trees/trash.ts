// The trash keeps what was deleted, whole, until an undo brings it back. On the workspace's own disk that is a rename, so that
// everything about it stays; on another disk it is a copy, and the original waits under a name aside until the call is done.
import { lstatSync, renameSync, rmSync } from 'node:fs'
import { errnoOf, failureAt } from '../../disk/file-failure.ts'
import { below, openObject } from '../../disk/open-object.ts'
import type { OpenName } from '../../disk/open-target.ts'
import { syncFolder } from '../staging/make-folders.ts'
import { copyTree } from './copy-tree.ts'
import { type NameIn, type Renaming, renameChecked, renameToFree } from './rename-checked.ts'

/** Where a deleted object is kept, and its two names beside the old one. */
export interface TrashPlace {
  readonly kept: NameIn
  readonly aside: string
  readonly back: string
}

const isPresent = ({ folder, name }: NameIn): boolean => lstatSync(below(folder, name), { throwIfNoEntry: false }) !== undefined

/** `isKept`: false where it is too much to be copied to another disk. */
export async function moveToTrash(
  source: Renaming['source'],
  { signature, path, place, isKept }: { signature: string; path: string; place: TrashPlace; isKept: boolean },
): Promise<void> {
  try {
    await renameChecked({ source, target: place.kept, signature, path })
  } catch (error) {
    if (errnoOf(error) !== 'EXDEV') throw error
    if (isKept) await copyTree({ ...source, path }, place.kept)
    await renameChecked({ source, target: { folder: source.folder, name: place.aside }, signature, path })
  }
  syncFolder(source.folder)
}

/** Whether the object is away: in the trash or aside, and not just copied. */
export const isInTrash = ({ way }: OpenName, { kept, aside }: TrashPlace): boolean =>
  isPresent(kept) || isPresent({ folder: way.folder, name: aside })

/** The name must be free. What waits aside is the object itself and is preferred to a copy. */
export async function bringBack({ way, name, path }: OpenName, { kept, aside, back }: TrashPlace): Promise<void> {
  const target = { folder: way.folder, name }
  const waiting = { folder: way.folder, name: aside }
  if (isPresent(waiting)) renameToFree(waiting, target, path)
  else await bringFromDisk(kept, target, { back, path })
  syncFolder(way.folder)
}

async function bringFromDisk(kept: NameIn, target: NameIn, { back, path }: { back: string; path: string }): Promise<void> {
  if (!isPresent(kept)) throw failureAt('FILE_NOT_FOUND', path, 'file.not-in-trash')
  try {
    return renameToFree(kept, target, path)
  } catch (error) {
    if (errnoOf(error) !== 'EXDEV') throw error
  }
  const half = { folder: target.folder, name: back }
  // What a kill left of an earlier try.
  rmSync(below(half.folder, half.name), { recursive: true, force: true })
  using object = openObject(below(kept.folder, kept.name), { follow: false })
  await copyTree({ ...kept, object, path }, half)
  renameSync(below(half.folder, half.name), below(target.folder, target.name))
  rmSync(below(kept.folder, kept.name), { recursive: true, force: true })
}

/** Once the call is done, nothing of it may stay in the workspace. */
export const removeAside = ({ way }: OpenName, { aside }: TrashPlace): void =>
  rmSync(below(way.folder, aside), { recursive: true, force: true })
