// Where a `.git` that is a file leads: to the repository of a linked worktree or of a submodule. One that lies outside of the
// workspace is taken only if it says itself that this folder is a work tree of its own: nothing in the workspace can make it say so.
import { dirname, join, resolve } from 'node:path'
import { isInside } from '../disk/names.ts'
import { lookAt, readPlain, realPath } from '../disk/read-plain.ts'

const MAX_POINTER_BYTES = 4_096
const MAX_SETTINGS_BYTES = 4 * 1024 * 1024

export interface GitFolders {
  /** HEAD and index of this work tree. */
  readonly gitDir: string
  /** Branches, objects, settings and hooks; the same folder unless it is a linked worktree. */
  readonly commonDir: string
}

export type PointerProblem = 'repository.leads-nowhere' | 'repository.leads-above' | 'repository.leads-outside'

/** What is wrong is a form that takes the name of the file. */
export function followPointer(root: string, place: string): GitFolders | { readonly problem: PointerProblem } {
  const target = /^gitdir: (.+)$/m.exec(textOf(place))?.[1]
  const gitDir = target === undefined ? undefined : realPath(resolve(dirname(place), target.trim()))
  const commonDir = gitDir && commonOf(gitDir)
  if (!gitDir || !commonDir) return { problem: 'repository.leads-nowhere' }
  if (isInside(commonDir, root)) return { problem: 'repository.leads-above' }
  const isWithin = isInside(root, gitDir) && isInside(root, commonDir)
  if (!isWithin && !isOwnWorkTree(place, { gitDir, commonDir })) return { problem: 'repository.leads-outside' }
  return { gitDir, commonDir }
}

const textOf = (path: string, maxBytes = MAX_POINTER_BYTES): string => readPlain(path, maxBytes)?.toString('utf8') ?? ''

/** Undefined where it leads to nothing. */
function commonOf(gitDir: string): string | undefined {
  if (!lookAt(join(gitDir, 'commondir'))) return gitDir
  const path = textOf(join(gitDir, 'commondir')).trim()
  return path === '' ? undefined : realPath(resolve(gitDir, path))
}

function isOwnWorkTree(place: string, { gitDir, commonDir }: GitFolders): boolean {
  const isSame = (path: string | undefined) => path !== undefined && realPath(path) === dirname(place)
  if (gitDir !== commonDir) {
    const back = textOf(join(gitDir, 'gitdir')).trim()
    return dirname(gitDir) === join(commonDir, 'worktrees') && back !== '' && isSame(dirname(resolve(gitDir, back)))
  }
  const trees = textOf(join(gitDir, 'config'), MAX_SETTINGS_BYTES).matchAll(/^\s*worktree\s*=\s*"?([^"\n]+?)"?\s*$/gm)
  return [...trees].some(([, path = '']) => isSame(resolve(gitDir, path)))
}
