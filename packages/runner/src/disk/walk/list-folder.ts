// What lies in a folder, as a listing: only what is returned is looked at closely, the rest is counted.
import { lstatSync } from 'node:fs'
import { createHiddenTest } from '@countersign/policy'
import type { FileEntry, Listing, ListRequest } from '@countersign/tools'
import { failureAt, fileFailure } from '../file-failure.ts'
import { checkPlace, type LocationRules, NO_LOCATION_RULES, pathFor, shownName } from '../names.ts'
import { below, openObject } from '../open-object.ts'
import { readIgnoreRules } from './ignore-stack.ts'
import { createListFilter } from './list-filter.ts'
import { type Found, type WalkedFolder, walkTree } from './walk-tree.ts'

export function listFolder(root: string, request: ListRequest, places: LocationRules = NO_LOCATION_RULES): Listing {
  const { path, recursive, pattern, maxEntries } = request
  const entries: FileEntry[] = []
  let total = 0
  const isFull = () => entries.length >= maxEntries
  const onEntry = (inFolder: WalkedFolder, name: string, found: Found) => {
    total++
    const details = isFull() ? undefined : describe(inFolder, name, found)
    if (details) entries.push(details)
  }
  try {
    using folder = openObject(path === '.' ? root : `${root}/${path}`)
    const start = checkPlace(root, folder.place, path, 'list')
    places.check(start)
    if (!folder.stats.isDirectory()) throw failureAt('INVALID_PATH', path, 'file.not-folder')
    const filter = createListFilter(pattern)
    const looks = { showsIgnored: request.ignored, onEntry, isUnordered: isFull, isHidden: createHiddenTest(places.hidden) }
    walkTree({ root, start, recursive, filter, ...looks }, folder, readIgnoreRules(root, start, { ...request, marks: request.ignored }))
    return { entries, total }
  } catch (error) {
    throw fileFailure(error, path)
  }
}

/** Undefined where it is gone meanwhile. */
function describe({ opened, prefix }: WalkedFolder, name: string, { type, isIgnored }: Found): FileEntry | undefined {
  const stats = lstatSync(pathFor(below(opened, name)), { throwIfNoEntry: false })
  if (!stats) return undefined
  const size = type === 'file' ? stats.size : 0
  const names = { name: shownName(name), path: shownName(prefix + name) }
  return { ...names, type, size, modified: stats.mtime.toISOString(), ...(isIgnored && { ignored: true }) }
}
