// What a command printed, kept in a folder by byte offset: parts of a fixed size, named by where they begin. When there is
// too much, the oldest part goes. What could not be kept is a gap between two parts.
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS, MEGABYTE } from '@countersign/protocol'
import type { OutputName } from './gather-output.ts'
import { findParts, isMarkedSent, type Part, readParts, SENT_MARK, wholeCharacters } from './output-parts.ts'
import { createStreamRuns } from './stream-runs.ts'

export interface StoredOutput {
  /** The text is of whole characters. Where it cannot be written it is a gap, and this throws. */
  append(text: string, stream?: OutputName): void
  /** Bytes that are not kept. */
  skip(bytes: number): void
  /** In bytes, gaps included. */
  end(): number
  read(after: number): { readonly output: string; readonly next: number; readonly dropped: number }
  /** The next piece behind an offset, of one stream; undefined where there is none. */
  piece(after: number, maxBytes: number): OutputPiece | undefined
  /** The server has all of it: a later start need not send it. */
  markSent(): void
  isSent(): boolean
  remove(): void
}

export interface OutputPiece {
  readonly stream: OutputName
  /** A position in both streams together, in bytes, in the order in which they came. */
  readonly offset: number
  readonly data: string
  readonly next: number
}

export interface OutputLimits {
  readonly storedBytes: number
  readonly partBytes: number
  readonly readBytes: number
}

const DEFAULTS: OutputLimits = { storedBytes: LIMITS.maxProcessOutputBytes, partBytes: MEGABYTE, readBytes: LIMITS.maxOutputBytes }

export function openStoredOutput(folder: string, limits: Partial<OutputLimits> = {}): StoredOutput {
  const { storedBytes, partBytes, readBytes } = { ...DEFAULTS, ...limits }
  const parts = findParts(folder)
  const runs = createStreamRuns()
  const end = (): number => endOf(parts.at(-1))
  const beginPart = (start: number): Part => {
    const part = { start, size: 0 }
    if (parts.at(-1)?.size === 0) parts.pop()
    parts.push(part)
    return part
  }
  const dropOldest = (): void => {
    while (parts.length > 1 && end() - (parts[0] as Part).start > storedBytes)
      rmSync(join(folder, String((parts.shift() as Part).start)), { force: true })
  }
  const write = (bytes: Buffer): void => {
    const last = parts.at(-1)
    const part = last && last.size < partBytes ? last : beginPart(end())
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      appendFileSync(join(folder, String(part.start)), bytes, { mode: 0o600 })
      part.size += bytes.length
    } catch (error) {
      // Some of it may have been written: nothing more goes behind that.
      beginPart(endOf(part) + bytes.length)
      throw error
    }
  }
  const readFrom = (after: number, maxBytes: number) => {
    const asked = Math.min(after, end())
    const from = firstKept(parts, asked) ?? end()
    const bytes = readParts(folder, parts, from, maxBytes)
    const { start, stop } = wholeCharacters(bytes, from + bytes.length < end())
    return { output: bytes.subarray(start, stop).toString('utf8'), from: from + start, next: from + stop, dropped: from - asked }
  }
  return {
    append(text, stream = 'stdout') {
      runs.note(end(), stream)
      write(Buffer.from(text))
      dropOldest()
    },
    skip: (bytes) => void beginPart(end() + bytes),
    end,
    read(after) {
      const { output, next, dropped } = readFrom(after, readBytes)
      return { output, next, dropped }
    },
    piece(after, maxBytes) {
      const from = firstKept(parts, after)
      if (from === undefined) return undefined
      const { output, next, from: offset } = readFrom(from, Math.min(maxBytes, runs.endOf(from) - from))
      return output ? { stream: runs.at(from), offset, data: output, next } : undefined
    },
    markSent() {
      if (parts.length > 0) writeFileSync(join(folder, SENT_MARK), '', { mode: 0o600 })
    },
    isSent: () => parts.length === 0 || isMarkedSent(folder),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const endOf = (part: Part | undefined): number => (part ? part.start + part.size : 0)

/** The first byte at or behind an offset that is kept. */
function firstKept(parts: readonly Part[], offset: number): number | undefined {
  const part = parts.find((candidate) => endOf(candidate) > offset)
  return part && Math.max(part.start, offset)
}
