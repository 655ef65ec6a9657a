// Text: bytes to text and back, its lines, and how much of it a model sees. UTF-8 only, and nothing is changed: a byte order mark, CRLF and a
// missing last newline stay. If something was left out of a report, the report says so and how to read on.
import { checkPath, printable, printableSubject } from '@countersign/policy'
import { Failure, MEGABYTE, sentence } from '@countersign/protocol'

export const MAX_REPORT_LINES = 2_000
export const MAX_REPORT_CHARACTERS = 64 * 1024

interface BoundedText {
  readonly text: string
  /** Lines of the original that are complete in `text`; the last may be cut if it alone is too long. */
  readonly lines: number
  readonly isCut: boolean
}

/** The beginning of a text, in whole lines. */
export function boundText(text: string, maxLines = MAX_REPORT_LINES, maxCharacters = MAX_REPORT_CHARACTERS): BoundedText {
  let [end, lines] = [0, 0]
  while (end < text.length && lines < maxLines) {
    const next = text.indexOf('\n', end) + 1 || text.length
    if (next > maxCharacters) break
    end = next
    lines++
  }
  if (end === 0 && text !== '') return { text: text.slice(0, maxCharacters).toWellFormed(), lines: 0, isCut: true }
  return { text: text.slice(0, end), lines, isCut: end < text.length }
}

/** Keeps beginning and end: the end of a program's output shows how it went. */
export function boundOutput(text: string, maxLines = MAX_REPORT_LINES, maxCharacters = MAX_REPORT_CHARACTERS): string {
  const head = boundText(text, maxLines / 2, maxCharacters / 2)
  if (!head.isCut) return text
  const whole = boundText(text, maxLines, maxCharacters)
  if (!whole.isCut) return text
  const rest = text.slice(head.text.length)
  const tail = lastLines(rest, maxLines / 2, maxCharacters / 2)
  return `${head.text}\n[… ${rest.length - tail.length} characters left out …]\n${tail}`
}

function lastLines(text: string, maxLines: number, maxCharacters: number): string {
  let start = text.length
  for (let lines = 0; lines < maxLines && start > 0; lines++) {
    const previous = text.lastIndexOf('\n', start - 2) + 1
    if (text.length - previous > maxCharacters) break
    start = previous
  }
  return start === text.length ? text.slice(-maxCharacters).toWellFormed() : text.slice(start)
}

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
  if (text === undefined) throw new Failure('ENCODING_ERROR', { subject: printableSubject(path), path })
  return text
}

/** Half of a surrogate pair has no UTF-8 form; encoding would silently replace it. */
export function encodeText(text: string, path: string): Uint8Array {
  if (!text.isWellFormed())
    throw new Failure('ENCODING_ERROR', {
      subject: sentence('subject.with-why', { subject: printable(path), why: sentence('file.half-character') }),
      path,
    })
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

export const inMegabytes = (bytes: number): number => bytes / MEGABYTE

export const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** A path as people see it: `./src//a.ts` is `src/a.ts`. Text that is not a path stays as it was written. */
export const plainPath = (path: string): string => {
  const checked = checkPath(path)
  return 'path' in checked ? checked.path : path
}
