// The files of a kept output: which there are, and reading from them.
import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface Part {
  readonly start: number
  size: number
}

/** A file of this name beside the parts says that the server has all of them. */
export const SENT_MARK = 'sent'

export const isMarkedSent = (folder: string): boolean => existsSync(join(folder, SENT_MARK))

/** In the order of their offsets. What a failed write left behind a part is not part of it. */
export function findParts(folder: string): Part[] {
  const names = namesIn(folder).filter((name) => /^\d+$/.test(name))
  const found = names.map((name) => ({ start: Number(name), size: statSync(join(folder, name)).size })).sort((a, b) => a.start - b.start)
  return found.map(({ start, size }, index) => ({ start, size: Math.min(size, (found[index + 1]?.start ?? Infinity) - start) }))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** From one offset on, up to the next gap. */
export function readParts(folder: string, parts: readonly Part[], from: number, maxBytes: number): Buffer {
  const pieces: Buffer[] = []
  let at = from
  for (const part of parts) {
    const skip = at - part.start
    const length = Math.min(from + maxBytes - at, part.size - skip)
    if (skip < 0 || length <= 0) continue
    pieces.push(readPart(join(folder, String(part.start)), skip, length))
    at += length
  }
  return Buffer.concat(pieces)
}

function readPart(path: string, position: number, length: number): Buffer {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(length)
    return bytes.subarray(0, readSync(file, bytes, 0, length, position))
  } finally {
    closeSync(file)
  }
}

const isInside = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** An offset that is not where a character begins skips the rest of that one; one that is cut at the end is left for the next read. */
export function wholeCharacters(bytes: Buffer, isCut: boolean): { start: number; stop: number } {
  let start = 0
  while (start < 3 && isInside(bytes[start])) start++
  if (!isCut || endsWhole(bytes)) return { start, stop: bytes.length }
  let stop = bytes.length - 1
  for (let back = 0; back < 3 && isInside(bytes[stop]); back++) stop--
  return { start, stop: Math.max(start, stop) }
}

/** Whether the last character has all of its bytes. */
function endsWhole(bytes: Buffer): boolean {
  let lead = bytes.length - 1
  while (lead > bytes.length - 4 && isInside(bytes[lead])) lead--
  const first = bytes[lead] ?? 0
  if (first < 0x80) return lead === bytes.length - 1
  return bytes.length - lead >= lengthOfCharacter(first)
}

function lengthOfCharacter(first: number): number {
  if (first >= 0xf0) return 4
  return first >= 0xe0 ? 3 : 2
}
