// Which repository a path belongs to: the nearest `.git` from there up to the workspace's root, never above it. Git itself does not
// search: what is found here is what it is told.
import { lstatSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Failure } from '@countersign/protocol'
import { errnoOf } from '../../files/file-failure.ts'
import { checkedPath, isInside, nameIn } from '../../files/place.ts'
import { readPlainFile } from './plain-files.ts'

const MAX_POINTER_BYTES = 4_096

export interface Repository {
  readonly root: string
  /** The top of its work tree, absolute and without links. */
  readonly top: string
  readonly gitDir: string
  /** What stands before a name of the repository to make it one of the workspace. */
  readonly prefix: string
  /** The asked path inside the repository; `.` is all of it. */
  readonly path: string
}

export function findRepository(root: string, requested: string): Repository {
  const path = checkedPath(requested, 'read')
  for (const folder of foldersUpwards(path)) {
    const top = folder === '.' ? root : `${root}/${folder}`
    const gitDir = realOf(top) === top ? gitDirOf(root, top) : undefined
    if (gitDir === undefined) continue
    const prefix = folder === '.' ? '' : `${folder}/`
    return { root, top, gitDir, prefix, path: path === folder ? '.' : path.slice(prefix.length) }
  }
  throw new Failure('GIT_NOT_INITIALIZED', { subject: 'the workspace has no repository of its own here' })
}

function foldersUpwards(path: string): string[] {
  if (path === '.') return ['.']
  const names = path.split('/')
  return [...names.map((_, index) => names.slice(0, names.length - index).join('/')), '.']
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch (error) {
    // Not there (any more), or not ours to look at.
    if (errnoOf(error) === undefined) throw error
    return undefined
  }
}

function gitDirOf(root: string, top: string): string | undefined {
  const place = join(top, '.git')
  const stats = realOf(top) && lstatSync(top).isDirectory() ? lstatSync(place, { throwIfNoEntry: false }) : undefined
  if (!stats) return undefined
  if (stats.isSymbolicLink()) throw odd(`${nameIn(root, place)} is a link`)
  if (stats.isFile()) return followPointer(root, place)
  return stats.isDirectory() && lstatSync(join(place, 'HEAD'), { throwIfNoEntry: false }) ? place : undefined
}

/** The `.git` of a submodule is a file that names a folder in the .git of the whole. */
function followPointer(root: string, place: string): string {
  const target = /^gitdir: (.+)$/m.exec(readPlainFile(place, MAX_POINTER_BYTES) ?? '')?.[1]
  const gitDir = target === undefined ? undefined : realOf(resolve(dirname(place), target.trim()))
  if (gitDir === undefined) throw odd(`${nameIn(root, place)} is a file that leads to no repository`)
  if (!isInside(root, gitDir))
    throw odd(`${nameIn(root, place)} is a file that leads to a repository outside the workspace; use a workspace that holds it`)
  if (lstatSync(join(gitDir, 'commondir'), { throwIfNoEntry: false }))
    throw odd(`${nameIn(root, dirname(place)) || '.'} is a linked worktree; use the folder of the repository itself`)
  return gitDir
}

const odd = (words: string): Failure => new Failure('GIT_ERROR', { subject: words })
