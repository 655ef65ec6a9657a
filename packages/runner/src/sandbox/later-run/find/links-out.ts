// Links that lead from the workspace into a folder outside that commands can fill as well: the cache, the quarantine, or the insides
// of a repository. What lies there is walked by nobody, and by the link it would stand in the workspace.
import { dirname, resolve } from 'node:path'
import { isInside } from '../../../disk/names.ts'
import { linkTarget, realPath } from '../../../disk/read-plain.ts'

/** Whether it leads out of the workspace, or to nothing yet. */
export function leavesWorkspace(root: string, path: string): boolean {
  const end = realPath(path)
  return end === undefined || !isInside(root, end)
}

/** `writable`: folders of the runner's own that a sandbox shows, as they are called and as they really are. */
export function isWayOut(path: string, writable: readonly string[]): boolean {
  const end = realPath(path) ?? resolve(dirname(path), linkTarget(path) ?? '')
  return end.split('/').includes('.git') || writable.some((folder) => isInside(folder, end))
}

export const withRealNames = (folders: readonly (string | undefined)[]): string[] =>
  folders.flatMap((folder) => (folder === undefined ? [] : [folder, realPath(folder) ?? folder]))
