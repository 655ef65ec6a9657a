// Where a name of the workspace leads, links followed, whether it exists or not; inside or outside goes by whole names:
// `/home/me/ws-evil` is not inside `/home/me/ws`. This serves judging and wording only: by the time something is used it may have
// changed, so use goes through open-object.ts.

import { lstatSync, readlinkSync, type Stats } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { checkPath, isRefused, judgePathUse, type PathUse } from '@countersign/policy'
import { errnoOf, failureAt, refusalFailure } from './file-failure.ts'

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

const MAX_LINKS = 40

export type ResolvedName =
  | { readonly path: string; readonly isSpecial?: boolean; readonly isFolder?: boolean }
  | { readonly outside: true }
  | undefined

/** For `Facts.resolve`. Undefined where the links go round in a circle. */
export const createResolver =
  (root: string) =>
  (path: string): ResolvedName => {
    const place = resolvePlace(root, path)
    if (place === undefined) return undefined
    if (!isInside(root, place)) return { outside: true }
    return { path: nameIn(root, place), ...kindOf(place) }
  }

function resolvePlace(root: string, path: string): string | undefined {
  const names = path.split('/')
  let place = root
  for (let links = 0; names.length > 0; ) {
    const name = names.shift() as string
    if (name === '' || name === '.') continue
    if (name === '..') {
      place = dirname(place)
      continue
    }
    const next = join(place, name)
    const target = linkTarget(next)
    if (target === undefined) {
      place = next
      continue
    }
    if (++links > MAX_LINKS) return undefined
    if (isAbsolute(target)) place = '/'
    names.unshift(...target.split('/'))
  }
  return place
}

const linkTarget = (path: string): string | undefined =>
  ifReachable(() => (statsOf(path)?.isSymbolicLink() ? readlinkSync(path) : undefined))

/** Special is neither file nor folder; what is missing is nothing special. */
function kindOf(place: string): { isSpecial?: true; isFolder?: true } {
  const stats = ifReachable(() => statsOf(place))
  if (stats?.isDirectory()) return { isFolder: true }
  return stats === undefined || stats.isFile() ? {} : { isSpecial: true }
}

const statsOf = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false })

function ifReachable<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch (error) {
    // Not searchable, not a folder, gone: then the words are all there is, and the use itself will fail.
    if (errnoOf(error) !== undefined) return undefined
    throw error
  }
}
