// Conversion between text and bytes. UTF-8 only, and nothing is changed: a byte order mark, CRLF and a missing last newline stay.
import { printable } from '@countersign/policy'
import { Failure } from '@countersign/protocol'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const encoder = new TextEncoder()

/** Undefined if the bytes are not UTF-8. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return undefined
    throw error
  }
}

export function requireText(bytes: Uint8Array, path: string): string {
  const text = decodeText(bytes)
  if (text === undefined) throw new Failure('ENCODING_ERROR', { subject: printable(path), path })
  return text
}

/** Half of a surrogate pair has no UTF-8 form; encoding would silently replace it. */
export function encodeText(text: string, path: string): Uint8Array {
  if (!text.isWellFormed()) throw new Failure('ENCODING_ERROR', { subject: `${printable(path)} (half a surrogate pair)`, path })
  return encoder.encode(text)
}

export function countLines(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return text === '' || text.endsWith('\n') ? lines : lines + 1
}

/** Lines with their line ends, starting after `offset` lines. */
export function sliceLines(text: string, offset: number, limit: number): string {
  const start = skipLines(text, 0, offset)
  return text.slice(start, skipLines(text, start, limit))
}

function skipLines(text: string, from: number, count: number): number {
  let at = from
  for (let line = 0; line < count && at < text.length; line++) at = text.indexOf('\n', at) + 1 || text.length
  return at
}
