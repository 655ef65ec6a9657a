// Names are bytes. One that is UTF-8 is a string like any other; of one that is not, each byte that does not fit becomes a lone
// surrogate (0xE9 is U+DCE9), which no text holds: so every name has one string of its own, and the string leads back to its bytes.
import { isUtf8 } from 'node:buffer'
import { type Dirent, readdirSync } from 'node:fs'

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
