// The list of files that git keeps (`index`), read without git: which entries stand for other repositories (gitlinks), and the same
// list without some of them. Anything that git could read otherwise than it is read here counts as unreadable.
import { createHash } from 'node:crypto'

const GITLINK = 0o160000
const HEADER_BYTES = 12
const FIXED_BYTES = 40
const EXTENDED = 0x4000
const NAME_LENGTH = 0x0fff

export interface IndexEntry {
  /** Bytes in latin1. */
  readonly name: string
  readonly mode: number
  readonly stage: number
  /** From where to where it stands in the file. */
  readonly start: number
  readonly end: number
  /** Everything before the name. */
  readonly head: Buffer
}

export interface GitIndex {
  readonly version: number
  readonly hashBytes: 20 | 32
  readonly entries: readonly IndexEntry[]
  /** Signatures of the parts behind the entries. */
  readonly extensions: readonly string[]
}

export const isGitlink = ({ mode }: IndexEntry): boolean => (mode & 0o170000) === GITLINK

/** Undefined where it is not what git writes. */
export function readIndex(bytes: Buffer, hashBytes: 20 | 32): GitIndex | undefined {
  try {
    return parse(bytes, hashBytes)
  } catch (error) {
    // Beyond the end of the file.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function parse(bytes: Buffer, hashBytes: 20 | 32): GitIndex | undefined {
  const version = bytes.readUInt32BE(4)
  const count = bytes.readUInt32BE(8)
  if (bytes.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) return undefined
  const entries: IndexEntry[] = []
  let at = HEADER_BYTES
  for (let left = count; left > 0; left--) {
    const entry = readEntry(bytes, { at, version, hashBytes, previous: entries.at(-1)?.name ?? '' })
    if (!entry) return undefined
    entries.push(entry)
    at = entry.end
  }
  const extensions = readExtensions(bytes, at, bytes.length - hashBytes, entries)
  return extensions && { version, hashBytes, entries, extensions }
}

interface EntryPlace {
  readonly at: number
  readonly version: number
  readonly hashBytes: 20 | 32
  readonly previous: string
}

function readEntry(bytes: Buffer, { at, version, hashBytes, previous }: EntryPlace): IndexEntry | undefined {
  const flags = bytes.readUInt16BE(at + FIXED_BYTES + hashBytes)
  if (flags & EXTENDED && version === 2) return undefined
  const nameAt = at + FIXED_BYTES + hashBytes + (flags & EXTENDED ? 4 : 2)
  const { start, kept } = version === 4 ? readPrefix(bytes, nameAt, previous) : { start: nameAt, kept: '' }
  const nul = bytes.indexOf(0, start)
  if (nul < 0 || kept === undefined) return undefined
  const name = kept + bytes.toString('latin1', start, nul)
  // Git takes the length from here where it fits; where the two differ it reads something else.
  if ((flags & NAME_LENGTH) !== Math.min(name.length, NAME_LENGTH)) return undefined
  const end = version === 4 ? nul + 1 : at + ((nul - at + 8) & ~7)
  if (end > bytes.length) return undefined
  return { name, mode: bytes.readUInt32BE(at + 24), stage: (flags >> 12) & 3, start: at, end, head: bytes.subarray(at, nameAt) }
}

/** From version 4 on a name begins with a part of the one before: how much of that is cut off is a number of variable length. */
function readPrefix(bytes: Buffer, at: number, previous: string): { start: number; kept: string | undefined } {
  let start = at + 1
  let next = bytes.readUInt8(at)
  let cut = next & 127
  while (next & 128) {
    next = bytes.readUInt8(start++)
    cut = (cut + 1) * 128 + (next & 127)
  }
  return { start, kept: cut > previous.length ? undefined : previous.slice(0, previous.length - cut) }
}

/** Git may read the entries by the tables of contents EOIE and IEOT instead of one after the other: these must say the same. */
function readExtensions(bytes: Buffer, from: number, end: number, entries: readonly IndexEntry[]): string[] | undefined {
  const found: string[] = []
  for (let at = from; at < end; ) {
    const signature = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32BE(at + 4)
    const body = bytes.subarray(at + 8, at + 8 + size)
    if (body.length !== size || at + 8 + size > end) return undefined
    if (signature === 'EOIE' && body.readUInt32BE(0) !== from) return undefined
    if (signature === 'IEOT' && !isTrueTable(body, entries)) return undefined
    found.push(signature)
    at += 8 + size
  }
  return found
}

function isTrueTable(body: Buffer, entries: readonly IndexEntry[]): boolean {
  let next = 0
  for (let at = 4; at < body.length; at += 8) {
    if (entries[next]?.start !== body.readUInt32BE(at)) return false
    next += body.readUInt32BE(at + 4)
  }
  return next === entries.length
}

/** The same list with these entries only, in the plainest form. Undefined where parts of it lie in another file. */
export function writeIndex({ entries, extensions, hashBytes }: GitIndex, keeps: (entry: IndexEntry) => boolean): Buffer | undefined {
  if (extensions.some((signature) => !/^[A-Z]/.test(signature))) return undefined
  const kept = entries.filter(keeps)
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('DIRC', 'latin1')
  header.writeUInt32BE(3, 4)
  header.writeUInt32BE(kept.length, 8)
  const body = Buffer.concat([header, ...kept.map(writeEntry)])
  return Buffer.concat([
    body,
    createHash(hashBytes === 20 ? 'sha1' : 'sha256')
      .update(body)
      .digest(),
  ])
}

function writeEntry({ head, name }: IndexEntry): Buffer {
  const bytes = head.length + name.length
  return Buffer.concat([head, Buffer.from(name, 'latin1'), Buffer.alloc(8 - (bytes % 8))])
}
