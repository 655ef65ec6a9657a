// Which repository a path belongs to: the nearest `.git` from there up to the workspace's root, never above it. Git itself does not
// search: what is found here is what it is told.
import { lstatSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, type Sentence, sentence } from '@countersign/protocol'
import { errnoOf } from '../disk/file-failure.ts'
import { checkedPath, nameIn } from '../disk/names.ts'
import { followPointer, type GitFolders } from './follow-pointer.ts'

export interface Repository {
  readonly root: string
  /** The top of its work tree, absolute and without links. */
  readonly top: string
  /** HEAD and index of this work tree. */
  readonly gitDir: string
  /** Branches, objects and settings; another folder than `gitDir` in a linked worktree. */
  readonly commonDir: string
  /** What stands before a name of the repository to make it one of the workspace. */
  readonly prefix: string
  /** The asked path inside the repository; `.` is all of it. */
  readonly path: string
}

export function findRepository(root: string, requested: string): Repository {
  const path = checkedPath(requested, 'read')
  for (const folder of foldersUpwards(path)) {
    const top = folder === '.' ? root : `${root}/${folder}`
    const folders = realOf(top) === top ? gitFoldersOf(root, top) : undefined
    if (folders === undefined) continue
    const prefix = folder === '.' ? '' : `${folder}/`
    return { root, top, ...folders, prefix, path: path === folder ? '.' : path.slice(prefix.length) }
  }
  throw new Failure('GIT_NOT_INITIALIZED', { subject: sentence('repository.none-here') })
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

function gitFoldersOf(root: string, top: string): GitFolders | undefined {
  const place = join(top, '.git')
  const stats = realOf(top) && lstatSync(top).isDirectory() ? lstatSync(place, { throwIfNoEntry: false }) : undefined
  if (!stats) return undefined
  if (stats.isSymbolicLink()) throw odd(sentence('repository.is-link', { path: nameIn(root, place) }))
  if (stats.isFile()) return followed(root, place)
  const isRepository = stats.isDirectory() && lstatSync(join(place, 'HEAD'), { throwIfNoEntry: false })
  return isRepository ? { gitDir: place, commonDir: place } : undefined
}

function followed(root: string, place: string): GitFolders {
  const end = followPointer(root, place)
  if ('problem' in end) throw odd(sentence(end.problem, { path: nameIn(root, place) }))
  return end
}

const odd = (subject: Sentence): Failure => new Failure('GIT_ERROR', { subject })
