// Names of the workspace. Names are bytes: one that is UTF-8 is a string like any other; of one that is not, each byte that does not fit
// becomes a lone surrogate (0xE9 is U+DCE9), which no text holds. Where a name leads, links followed, is found whether it exists or not;
// inside or outside goes by whole names: `/home/me/ws-evil` is not inside `/home/me/ws`. This serves judging and wording only: by the time
// something is used it may have changed, so use goes through open-object.ts.

import { isUtf8 } from 'node:buffer'
import { type Dirent, lstatSync, readdirSync, readlinkSync, type Stats } from 'node:fs'
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

const FIRST_ESCAPE = 0xdc00
const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
/** What Node puts in the place of bytes that are no text; a name may hold it itself. */
export const REPLACEMENT = '\ufffd'

export type NamedEntry = Pick<Dirent, 'name' | 'isFile' | 'isDirectory' | 'isSymbolicLink' | 'isFIFO' | 'isSocket'>

export function nameFromBytes(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  let name = ''
  for (let at = 0; at < bytes.length; ) {
    const length = [1, 2, 3, 4].find((count) => at + count <= bytes.length && isUtf8(bytes.subarray(at, at + count)))
    name += length === undefined ? String.fromCharCode(FIRST_ESCAPE + (bytes[at] as number)) : bytes.toString('utf8', at, at + length)
    at += length ?? 1
  }
  return name
}

export const isText = (name: string): boolean => name.isWellFormed()

export function bytesOfName(name: string): Buffer {
  if (isText(name)) return Buffer.from(name)
  let end = 0
  const parts: Buffer[] = []
  for (const { 0: lone, index } of name.matchAll(LONE)) {
    parts.push(Buffer.from(name.slice(end, index)), Buffer.from([lone.charCodeAt(0) & 0xff]))
    end = index + 1
  }
  return Buffer.concat([...parts, Buffer.from(name.slice(end))])
}

/** For calls of the file system: Node itself would look for another name than the one that is meant. */
export const pathFor = (path: string): string | Buffer => (path.isWellFormed() ? path : bytesOfName(path))

/** For people and agents: `caf\xE9`. No tool takes a path with a backslash, so that it is never taken for another name. */
export const shownName = (name: string): string =>
  isText(name) ? name : name.replace(LONE, (lone) => `\\x${(lone.charCodeAt(0) & 0xff).toString(16).toUpperCase()}`)

/** What lies in a folder, names that are no text included. */
export function readFolder(path: string): NamedEntry[] {
  const entries: NamedEntry[] = readdirSync(pathFor(path), { withFileTypes: true })
  return entries.some(({ name }) => name.includes(REPLACEMENT)) ? readBytes(path) : entries
}

const readBytes = (path: string): NamedEntry[] =>
  readdirSync(pathFor(path), { withFileTypes: true, encoding: 'buffer' }).map((entry) => ({
    name: nameFromBytes(entry.name),
    isFile: () => entry.isFile(),
    isDirectory: () => entry.isDirectory(),
    isSymbolicLink: () => entry.isSymbolicLink(),
    isFIFO: () => entry.isFIFO(),
    isSocket: () => entry.isSocket(),
  }))

/**
 * What rules say about locations in the workspace while one call uses them: a port, so that code that opens files can ask without knowing
 * where the rules come from.
 */
export interface LocationRules {
  /** Globs of what the call must not see: left out where a tool walks, and covered in the sandbox. */
  readonly hidden: readonly string[]
  /** Throws where the call must not use what has this real name. */
  check(name: string): void
}

export const NO_LOCATION_RULES: LocationRules = { hidden: [], check: () => undefined }
