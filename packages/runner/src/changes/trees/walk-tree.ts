// Everything below an open object, each entry opened through the descriptor of its folder: names sorted, a folder before its
// content. Links are entries, never ways.
import { type BigIntStats, lstatSync, readdirSync, readlinkSync } from 'node:fs'
import { errnoOf, failureAt } from '../../disk/file-failure.ts'
import { below, isSameObject, type OpenObject, openObject, pathOf } from '../../disk/open-object.ts'

export interface TreeEntry {
  /** Relative to the top, which is the empty path. */
  readonly path: string
  readonly kind: 'file' | 'directory' | 'link'
  readonly stats: BigIntStats
  /** Open until the walk goes on. A link has none but the top's. */
  readonly object: OpenObject | undefined
  /** Where a link leads, as it is written. */
  readonly leadsTo: string | undefined
}

export interface Top {
  readonly folder: OpenObject
  readonly name: string
  readonly object: OpenObject
  /** For messages. */
  readonly path: string
}

export function* walkTree({ folder, name, object, path }: Top): Generator<TreeEntry> {
  yield* visit(folder, name, object, { path, relative: '' })
}

interface Where {
  readonly path: string
  readonly relative: string
}

function* visit(folder: OpenObject, name: string, object: OpenObject | undefined, where: Where): Generator<TreeEntry> {
  const stats = object?.stats ?? lstatSync(below(folder, name), { bigint: true })
  const kind = kindOf(stats, where.path)
  const leadsTo = kind === 'link' ? readLink(below(folder, name), stats, where.path) : undefined
  yield { path: where.relative, kind, stats, object, leadsTo }
  if (kind !== 'directory' || !object) return
  for (const child of readdirSync(pathOf(object)).sort()) {
    const next = { path: `${where.path}/${child}`, relative: where.relative === '' ? child : `${where.relative}/${child}` }
    if (child.includes('\ufffd')) throw failureAt('INVALID_PATH', next.path, 'file.name-not-utf8')
    yield* visitChild(object, child, next)
  }
}

function* visitChild(folder: OpenObject, name: string, where: Where): Generator<TreeEntry> {
  const stats = lstatSync(below(folder, name), { bigint: true })
  if (kindOf(stats, where.path) === 'link') return yield* visit(folder, name, undefined, where)
  using object = openObject(below(folder, name), { follow: false })
  if (!isSameObject(stats, object.stats)) throw failureAt('FILE_CHANGED', where.path)
  yield* visit(folder, name, object, where)
}

/** A link has no descriptor to read it by: it must be the same before and after. */
function readLink(place: string, stats: BigIntStats, path: string): string {
  try {
    const target = readlinkSync(place)
    if (isSameObject(stats, lstatSync(place, { bigint: true }))) return target
  } catch (error) {
    if (errnoOf(error) === undefined) throw error
  }
  throw failureAt('FILE_CHANGED', path)
}

function kindOf(stats: BigIntStats, path: string): TreeEntry['kind'] {
  if (stats.isFile()) return 'file'
  if (stats.isDirectory()) return 'directory'
  if (stats.isSymbolicLink()) return 'link'
  throw failureAt('INVALID_PATH', path, 'file.special')
}
