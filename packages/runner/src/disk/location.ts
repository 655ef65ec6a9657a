// Where an object lies in relation to the workspace, by whole names: `/home/me/ws-evil` is not inside `/home/me/ws`.
import { checkPath, isRefused, judgePathUse, type PathUse } from '@countersign/policy'
import { failureAt, refusalFailure } from './file-failure.ts'

export const isInside = (root: string, place: string): boolean => place === root || place.startsWith(root === '/' ? '/' : `${root}/`)

/** Relative to the root; `.` is the root itself. */
export const nameIn = (root: string, place: string): string => (place === root ? '.' : place.slice(root.length + 1))

/** The words of a requested path; the host does not rely on anybody having looked at them before. */
export function checkedPath(path: string, use: PathUse): string {
  const checked = checkPath(path, { emptyIsRoot: use === 'list' || use === 'search' })
  if ('refusal' in checked) throw refusalFailure(checked)
  checkName(checked.path, use)
  return checked.path
}

/** The name of a real object must pass as the requested one did: a link may lead to `.env`. */
export function checkPlace(root: string, place: string, requested: string, use: PathUse): string {
  if (!isInside(root, place)) throw failureAt('PATH_OUTSIDE_WORKSPACE', requested)
  const name = nameIn(root, place)
  if (name !== requested) checkName(name, use)
  return name
}

function checkName(path: string, use: PathUse): void {
  const judgement = judgePathUse(path, use, { isolation: 'none' })
  if (isRefused(judgement)) throw refusalFailure(judgement)
}
