// A place in the text of a script, and what every reader of it shares: blanks, comments, here-documents that wait for the next line.
import { NotUnderstood, type Word } from './script.ts'

export const SCRIPT_LIMITS = {
  /** Nesting of substitutions, groups and control structures. */
  maxDepth: 16,
  maxStatements: 500,
} as const

export interface PendingDocument {
  readonly delimiter: string
  readonly stripTabs: boolean
  readonly isLiteral: boolean
  readonly fill: (body: Word) => void
}

export interface Cursor {
  readonly source: string
  index: number
  depth: number
  statements: number
  readonly pending: PendingDocument[]
  /** Reads the body of a here-document whose delimiter is not quoted; set by the parser of words. */
  readBody: (cursor: Cursor, start: number, end: number) => Word
}

export const peek = (cursor: Cursor, ahead = 0): string => cursor.source[cursor.index + ahead] ?? ''

export const startsWith = (cursor: Cursor, text: string): boolean => cursor.source.startsWith(text, cursor.index)

export const atEnd = (cursor: Cursor): boolean => cursor.index >= cursor.source.length

export function notUnderstood(cursor: Cursor): never {
  throw new NotUnderstood(cursor.source.slice(cursor.index, cursor.index + 40) || cursor.source.slice(-40))
}

export function goDeeper<Result>(cursor: Cursor, read: () => Result): Result {
  if (++cursor.depth > SCRIPT_LIMITS.maxDepth) notUnderstood(cursor)
  const result = read()
  cursor.depth -= 1
  return result
}

/** Blanks, joined lines and a comment, up to the end of the line. */
export function skipBlanks(cursor: Cursor): void {
  const blanks = /(?:[ \t]|\\\n)*(?:#[^\n]*)?/y
  blanks.lastIndex = cursor.index
  cursor.index += blanks.exec(cursor.source)?.[0].length ?? 0
}

/** Blanks, comments and line ends; the bodies of here-documents follow the line that opened them. */
export function skipLines(cursor: Cursor): void {
  for (;;) {
    skipBlanks(cursor)
    if (peek(cursor) !== '\n') return
    readNewline(cursor)
  }
}

export function readNewline(cursor: Cursor): void {
  cursor.index += 1
  for (const document of cursor.pending.splice(0)) readDocument(cursor, document)
}

function readDocument(cursor: Cursor, { delimiter, stripTabs, isLiteral, fill }: PendingDocument): void {
  const start = cursor.index
  for (;;) {
    if (atEnd(cursor)) notUnderstood(cursor)
    const lineStart = cursor.index
    const newline = cursor.source.indexOf('\n', lineStart)
    const lineEnd = newline < 0 ? cursor.source.length : newline
    const line = cursor.source.slice(lineStart, lineEnd)
    cursor.index = newline < 0 ? lineEnd : newline + 1
    // bash joins continued lines of an expanded document before it looks for the end.
    if (!isLiteral && /(?:^|[^\\])(?:\\\\)*\\$/.test(line)) refuseJoinedEnd(cursor, line, delimiter)
    if ((stripTabs ? line.replace(/^\t+/, '') : line) !== delimiter) continue
    fill(readBodyOf(cursor, start, lineStart, isLiteral))
    return
  }
}

/** The end may be written over several lines, or be taken for text because the line before it goes on. */
function refuseJoinedEnd(cursor: Cursor, line: string, delimiter: string): void {
  const [next = ''] = cursor.source.slice(cursor.index).split('\n', 1)
  const isPart = (text: string): boolean => delimiter.includes(text.replace(/^\t+/, ''))
  if (isPart(line.slice(0, -1)) || next.replace(/^\t+/, '') === delimiter) notUnderstood(cursor)
}

function readBodyOf(cursor: Cursor, start: number, end: number, isLiteral: boolean): Word {
  const raw = cursor.source.slice(start, end)
  return isLiteral ? { parts: [{ kind: 'text', text: raw, quoted: true }], raw, start } : cursor.readBody(cursor, start, end)
}
