// Which names the objects of a repository give to content: every tree counts, whether a commit still leads to it or not, since git prints
// whatever it is asked for by its id. Content that no tree names may be anything.
import { isSensitive, SENSITIVE_AT_ROOT } from '@countersign/policy'
import { nameFromBytes } from '../../../disk/names.ts'
import { isMeaningfulFolder } from '../../../disk/walk/sensitivity.ts'

export interface TreeEntry {
  readonly name: string
  readonly id: string
  readonly kind: 'tree' | 'blob' | 'commit'
}

const SPACE = 0x20
const MAX_DEPTH = 4

/** Raw content of a tree: mode, name, and the id of each entry. Throws where it is none. */
export function parseTree(raw: Buffer, idBytes: number): TreeEntry[] {
  const entries: TreeEntry[] = []
  for (let at = 0; at < raw.length; ) {
    const [space, nul] = [raw.indexOf(SPACE, at), raw.indexOf(0, at)]
    const end = nul + 1 + idBytes
    if (space < 0 || nul < space || end > raw.length) throw new Error('a tree of a repository cannot be read')
    entries.push({
      name: nameFromBytes(raw.subarray(space + 1, nul)),
      id: raw.toString('hex', nul + 1, end),
      kind: kindOf(raw.toString('latin1', at, space)),
    })
    at = end
  }
  return entries
}

const kindOf = (mode: string): TreeEntry['kind'] => KINDS[mode] ?? 'blob'

const KINDS: Readonly<Record<string, TreeEntry['kind']>> = { 40000: 'tree', 160000: 'commit' }

export interface ObjectNames {
  addTree(id: string, raw: Buffer): void
  addBlob(id: string): void
  has(id: string): boolean
  /** Looks at the trees that came since it was asked last. */
  holdsSecrets(): boolean
  /** Content that neither a tree nor the list of `indexed` content names. */
  nameless(indexed: ReadonlySet<string>): string[]
  readonly bytes: number
}

export function createObjectNames(): ObjectNames {
  const trees = new Map<string, Buffer>()
  const blobs = new Set<string>()
  const [named, subtrees] = [new Set<string>(), new Set<string>()]
  let fresh: string[] = []
  let holds = false
  let bytes = 0
  const entriesOf = (id: string): TreeEntry[] => {
    const raw = trees.get(id)
    return raw ? parseTree(raw, id.length / 2) : []
  }
  /** Below another name: what is sensitive only at the root is looked at apart. */
  const isSecret = (id: string, folder: string, depth: number): boolean =>
    entriesOf(id).some(
      ({ name, id: child, kind }) =>
        isSensitive(`${folder}/${name}`) ||
        (kind === 'tree' && depth < MAX_DEPTH && isMeaningfulFolder(name) && isSecret(child, `${folder}/${name}`, depth + 1)),
    )
  const isRootSecret = (id: string): boolean =>
    !subtrees.has(id) && entriesOf(id).some(({ name }) => SENSITIVE_AT_ROOT.has(name.toLowerCase()))
  return {
    addTree(id, raw) {
      if (trees.has(id)) return
      trees.set(id, raw)
      fresh.push(id)
      bytes += raw.length
      for (const entry of parseTree(raw, id.length / 2)) {
        if (entry.kind === 'tree') subtrees.add(entry.id)
        if (entry.kind === 'blob') named.add(entry.id)
      }
    },
    addBlob: (id) => void blobs.add(id),
    has: (id) => trees.has(id) || blobs.has(id),
    holdsSecrets() {
      const looked = fresh
      fresh = []
      holds ||= looked.some((id) => isSecret(id, 'x', 1) || isRootSecret(id))
      return holds
    },
    nameless: (indexed) => [...blobs].filter((id) => !named.has(id) && !indexed.has(id)),
    get bytes() {
      return bytes
    },
  }
}
