// The text of a file in an open folder, for a search: the file itself and never what a link leads to, UTF-8 and nothing else.
import { isAscii, isUtf8 } from 'node:buffer'
import { closeSync, constants, openSync, readSync } from 'node:fs'
import { LIMITS } from '@countersign/protocol'
import { errnoOf } from '../../disk/file-failure.ts'
import { pathFor } from '../../disk/names.ts'
import { below, openObject, placeOf } from '../../disk/open-object.ts'
import type { WalkedFolder } from '../../disk/walk/walk-tree.ts'

const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY | constants.O_NOFOLLOW
const USUAL_BYTES = 256 * 1024
const KEPT_BYTES = 8 * 1024 * 1024

let buffer = Buffer.allocUnsafeSlow(USUAL_BYTES)

/** What tells soon that a file is of no interest; most are not. */
export interface Look {
  readonly glance: (bytes: Buffer) => boolean
  readonly isWorth: (text: string) => boolean
}

/** Undefined where there is nothing to search: gone, no file, binary, not UTF-8, too large, or not worth a look. */
export function readFileText({ opened, prefix }: WalkedFolder, name: string, root: string, look: Look): string | undefined {
  try {
    const descriptor = openSync(pathFor(below(opened, name)), FLAGS)
    try {
      const bytes = readAll(descriptor)
      const text = bytes && look.glance(bytes) && !bytes.includes(0) ? decode(bytes) : undefined
      if (text === undefined || !look.isWorth(text)) return undefined
      // The folder may have been carried off after it was opened; then this is not a file of the workspace any more.
      return isStillAt(descriptor, `${root}/${prefix}${name}`) ? text : undefined
    } finally {
      closeSync(descriptor)
      if (buffer.length > KEPT_BYTES) buffer = Buffer.allocUnsafeSlow(USUAL_BYTES)
    }
  } catch (error) {
    // Gone, a link by now, a folder, a pipe, or not ours to read: no text to search.
    if (errnoOf(error) === undefined) throw error
    return undefined
  }
}

function readAll(descriptor: number): Buffer | undefined {
  let length = 0
  for (;;) {
    const count = readSync(descriptor, buffer, length, buffer.length - length, null)
    if (count === 0) return buffer.subarray(0, length)
    length += count
    if (length > LIMITS.maxFileBytes) return undefined
    if (length === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 4)
  }
}

function isStillAt(descriptor: number, place: string): boolean {
  if (process.platform === 'linux') return placeOf(descriptor) === place
  using object = openObject(place, { follow: false })
  return object.place === place
}

/** Without a byte order mark, and with plain line feeds. */
function decode(bytes: Buffer): string | undefined {
  if (!isUtf8(bytes)) return undefined
  const text = isAscii(bytes) ? bytes.toString('latin1') : bytes.toString('utf8')
  const content = text.startsWith('\ufeff') ? text.slice(1) : text
  return content.includes('\r') ? content.replaceAll('\r\n', '\n').replace(/\r$/, '') : content
}
