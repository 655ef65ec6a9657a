// What a process printed, kept in a folder by byte offset: parts of a fixed size, named by where they begin. When there is
// too much, the oldest part goes. What was said last is what tells how a process is.
import { appendFileSync, closeSync, mkdirSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS, MEGABYTE } from '@countersign/protocol'

export interface ProcessOutput {
  /** Returns where it begins. The text is of whole characters. */
  append(text: string): number
  read(after: number): { readonly output: string; readonly next: number; readonly dropped: number }
  remove(): void
}

export interface OutputLimits {
  readonly keptBytes: number
  readonly partBytes: number
  readonly readBytes: number
}

const DEFAULTS: OutputLimits = { keptBytes: LIMITS.maxProcessOutputBytes, partBytes: MEGABYTE, readBytes: LIMITS.maxOutputBytes }

interface Part {
  readonly start: number
  size: number
}

export function openProcessOutput(folder: string, limits: OutputLimits = DEFAULTS): ProcessOutput {
  const parts = findParts(folder)
  const pathOf = ({ start }: Part): string => join(folder, String(start))
  const end = (): number => {
    const last = parts.at(-1)
    return last ? last.start + last.size : 0
  }
  const lastPart = (): Part => {
    const last = parts.at(-1)
    if (last && last.size < limits.partBytes) return last
    const part = { start: end(), size: 0 }
    parts.push(part)
    return part
  }
  const dropOldest = (): void => {
    while (parts.length > 1 && end() - (parts[0] as Part).start > limits.keptBytes) rmSync(pathOf(parts.shift() as Part), { force: true })
  }
  return {
    append(text) {
      const bytes = Buffer.from(text)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const part = lastPart()
      const place = end()
      appendFileSync(pathOf(part), bytes, { mode: 0o600 })
      part.size += bytes.length
      dropOldest()
      return place
    },
    read(after) {
      const asked = Math.min(after, end())
      const from = Math.max(asked, parts[0]?.start ?? 0)
      const bytes = readParts(parts, pathOf, from, limits.readBytes)
      const { start, stop } = wholeCharacters(bytes, from + bytes.length < end())
      const output = bytes.subarray(start, stop).toString('utf8')
      return { output, next: from + stop, dropped: from - asked }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function findParts(folder: string): Part[] {
  try {
    const names = readdirSync(folder).filter((name) => /^\d+$/.test(name))
    return names.map((name) => ({ start: Number(name), size: statSync(join(folder, name)).size })).sort((a, b) => a.start - b.start)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function readParts(parts: readonly Part[], pathOf: (part: Part) => string, from: number, maxBytes: number): Buffer {
  const pieces: Buffer[] = []
  let left = maxBytes
  for (const part of parts) {
    const skip = Math.max(0, from - part.start)
    const length = Math.min(left, part.size - skip)
    if (length <= 0) continue
    pieces.push(readPart(pathOf(part), skip, length))
    left -= length
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
function wholeCharacters(bytes: Buffer, isCut: boolean): { start: number; stop: number } {
  let start = 0
  while (start < 3 && isInside(bytes[start])) start++
  if (!isCut) return { start, stop: bytes.length }
  let stop = bytes.length - 1
  for (let back = 0; back < 3 && isInside(bytes[stop]); back++) stop--
  return { start, stop: Math.max(start, stop) }
}
