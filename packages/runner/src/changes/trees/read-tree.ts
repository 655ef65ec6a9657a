// What lies at a name, with everything in it: how much, whether any of it is sensitive, and two digests. `digest` is of what a
// person saw (names, kinds, modes, content); `signature` is of the objects themselves and costs no reading.
import { createHash, type Hash, hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { isSensitive } from '@countersign/policy'
import { LIMITS } from '@countersign/protocol'
import type { ObjectFacts } from '@countersign/tools'
import { failureAt } from '../../disk/file-failure.ts'
import { type LocationRules, NO_LOCATION_RULES } from '../../disk/names.ts'
import { hashObject } from '../../disk/open-object.ts'
import { type Top, type TreeEntry, walkTree } from './walk-tree.ts'

const FIRST_NAMES = 200
const PAUSE_EVERY = 64

export interface SeenTree {
  readonly kind: 'file' | 'directory'
  readonly files: number
  readonly bytes: number
  /** The first names below a folder. */
  readonly names: readonly string[]
  /** For a file: the digest of its content. */
  readonly digest: string
  readonly signature: string
  /** Where a link leads. */
  readonly leadsTo: string | undefined
}

export interface TreeReading {
  /** The names that the top has or will have: nothing below may be sensitive under any of them. Left out, its path. */
  readonly as?: readonly string[]
  /** Reading ends with its reason. */
  readonly signal?: AbortSignal | undefined
  /** What rules say to everything below, under any of these names. */
  readonly places?: LocationRules
}

export async function readTree(top: Top, { as = [top.path], signal, places = NO_LOCATION_RULES }: TreeReading = {}): Promise<SeenTree> {
  const contentOf = createContentReader(signal)
  const [seen, objects] = [createHash('sha256').update('tree\n'), createHash('sha256')]
  const names: string[] = []
  let [files, bytes, entries, digest] = [0, 0, 0, '']
  let leadsTo: string | undefined
  for (const entry of walkTree(top)) {
    if (entry.path !== '') checkSensitive(entry, as)
    if (entry.path !== '') for (const name of as) places.check(`${name}/${entry.path}`)
    if (++entries % PAUSE_EVERY === 0) await setImmediate()
    signal?.throwIfAborted()
    const content = await contentOf(entry)
    if (entry.path === '' && entry.kind === 'file') digest = content
    if (entry.path === '') leadsTo = entry.leadsTo
    seen.update(JSON.stringify([entry.path, entry.kind, Number(entry.stats.mode & 0o7777n), content]))
    sign(objects, entry)
    if (entry.kind !== 'directory') files++
    if (entry.kind === 'file') bytes += Number(entry.stats.size)
    if (entry.path !== '' && names.length < FIRST_NAMES) names.push(entry.kind === 'directory' ? `${entry.path}/` : entry.path)
  }
  const kind = top.object.stats.isDirectory() ? 'directory' : 'file'
  return { kind, files, bytes, names, digest: digest || seen.digest('hex'), signature: objects.digest('hex'), leadsTo }
}

/** More than is kept for an undo is not read: then the object stands for its content. A rename changes the top's ctime. */
function createContentReader(signal: AbortSignal | undefined): (entry: TreeEntry) => Promise<string> {
  let left: number = LIMITS.maxUndoBytesPerCall
  return async ({ path, kind, object, stats: { ino, size, mtimeNs, ctimeNs }, leadsTo = '' }) => {
    if (kind !== 'file' || !object) return leadsTo
    if (size > left) return hash('sha256', ['object', ino, size, mtimeNs, path === '' ? '' : ctimeNs].join(' '))
    left -= Number(size)
    return hashObject(object, signal)
  }
}

export const factsOf = ({ kind, files, bytes, names, leadsTo }: SeenTree): ObjectFacts => ({
  kind,
  files,
  bytes,
  names,
  ...(leadsTo !== undefined && { leadsTo }),
})

/** The same objects, unchanged, as far as the file system tells, wherever the top lies by now. */
export async function signTree(top: Top): Promise<string> {
  const objects = createHash('sha256')
  let entries = 0
  for (const entry of walkTree(top)) {
    if (++entries % PAUSE_EVERY === 0) await setImmediate()
    sign(objects, entry)
  }
  return objects.digest('hex')
}

/** The top's own times change when it gets another name. */
function sign(objects: Hash, { path, stats: { ino, mode, size, mtimeNs, ctimeNs }, leadsTo }: TreeEntry): void {
  const times = path === '' ? [] : [mtimeNs, ctimeNs]
  objects.update(`${JSON.stringify([path, leadsTo])} ${[ino, mode, size, ...times].join(' ')}\n`)
}

function checkSensitive({ path, kind }: TreeEntry, as: readonly string[]): void {
  // A folder called `credentials` is code as often as not.
  const name = kind === 'directory' ? path.replace(/(^|\/)credentials$/i, '$1.') : path
  const found = as.find((top) => isSensitive(`${top}/${name}`))
  if (found !== undefined) throw failureAt('SENSITIVE_FILE', `${found}/${path}`)
}
