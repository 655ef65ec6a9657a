// What a command left and must not stay is moved to where nobody trips over it. The first step always is one rename, which neither a
// full disk nor another disk nor the size of a folder stands in the way of; where the quarantine cannot be reached by it, the thing
// gets a name that nobody obeys, beside its old one.
import { randomBytes } from 'node:crypto'
import { chmodSync, cpSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { errnoOf } from '../../../disk/file-failure.ts'
import { isText, pathFor } from '../../../disk/names.ts'
import { type OpenParent, openParent } from './open-parent.ts'

export const INERT_PREFIX = 'countersign-put-away-'

export interface PutAway {
  /** Relative to the root: where it lies by another name, if not in quarantine. */
  readonly beside: string | undefined
}

/** Throws what the system says where even a new name cannot be given. */
export function putAway(root: string, name: string, quarantine: string): PutAway {
  using parent = openParent(root, name)
  const target = tryOrUndefined(() => makePlace(quarantine, basename(name)))
  if (target !== undefined && tryOrUndefined(() => renameAllowed(parent, target)) !== undefined) return { beside: undefined }
  if (target !== undefined) tryOrUndefined(() => rmdirSync(dirname(target)))
  const inert = `${INERT_PREFIX}${randomBytes(6).toString('hex')}`
  const path = parent.beside(inert)
  renameAllowed(parent, path)
  if (tryOrUndefined(() => moveOver(path, makePlace(quarantine, basename(name)))) !== undefined) return { beside: undefined }
  return { beside: dirname(name) === '.' ? inert : `${dirname(name)}/${inert}` }
}

/** A name of bytes that are no text gets another one there. */
function makePlace(quarantine: string, name: string): string {
  mkdirSync(quarantine, { recursive: true, mode: 0o700 })
  return join(mkdtempSync(join(quarantine, `${Date.now()}-`)), isText(name) ? name : 'kept')
}

function renameAllowed(parent: OpenParent, to: string): true {
  try {
    renameSync(pathFor(parent.path), pathFor(to))
  } catch (error) {
    if (errnoOf(error) !== 'EACCES' && errnoOf(error) !== 'EPERM') throw error
    parent.allowChanges()
    allowMoving(parent.path)
    renameSync(pathFor(parent.path), pathFor(to))
  }
  return true
}

/** A folder that gets another parent must be writable itself. */
function allowMoving(path: string): void {
  const stats = lstatSync(pathFor(path))
  if (stats.isDirectory()) chmodSync(pathFor(path), (stats.mode & 0o7777) | 0o700)
}

/** To another disk: whole, or not at all. */
function moveOver(from: string, to: string): true {
  try {
    cpSync(from, to, { recursive: true, verbatimSymlinks: true, errorOnExist: true, force: false })
  } catch (error) {
    rmSync(dirname(to), { recursive: true, force: true })
    throw error
  }
  rmSync(from, { recursive: true, force: true })
  return true
}

/** Whatever the system refuses has a next step; a defect has none. */
function tryOrUndefined<Result>(act: () => Result): Result | undefined {
  try {
    return act()
  } catch (error) {
    if (errnoOf(error) === undefined) throw error
    return undefined
  }
}
