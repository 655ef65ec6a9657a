// One word of a script: quotes and backslashes are removed, and each part that the shell would replace is kept as what it is.
import { decodeAnsiQuotes } from '../../shell/words/ansi-quotes.ts'
import { atEnd, type Cursor, goDeeper, notUnderstood, peek, startsWith } from './cursor.ts'
import type { Statement, Word, WordPart } from './script.ts'

export type ReadSubstitution = (cursor: Cursor, closing: string) => Statement

/** Where the word stands decides which characters end it. */
export interface WordPlace {
  readonly ends: RegExp
  readonly readSubstitution: ReadSubstitution
  /** Reads what stands behind `name()`. */
  readonly readFunctionBody: (cursor: Cursor, name: string) => Statement
}

const NAME = /[A-Za-z_]\w*|[0-9@*#?$!-]/y

export function readWord(cursor: Cursor, place: WordPlace): Word {
  const start = cursor.index
  const parts: WordPart[] = []
  while (!atEnd(cursor) && !endsWord(cursor, place.ends)) readPart(cursor, place, parts, start)
  const raw = cursor.source.slice(start, cursor.index)
  // A bracket that is never closed is a plain character, and `[` alone is a command.
  const whole = raw.includes(']') ? parts : parts.map(withoutBracket)
  return { parts: joinText(whole), raw, start }
}

const withoutBracket = (part: WordPart): WordPart =>
  part.kind === 'pattern' && part.text === '[' ? { kind: 'text', text: '[', quoted: false } : part

function endsWord(cursor: Cursor, ends: RegExp): boolean {
  if (startsWith(cursor, '\\\n')) return false
  return ends.test(peek(cursor)) && !/^[<>]\($/.test(peek(cursor) + peek(cursor, 1))
}

function readPart(cursor: Cursor, place: WordPlace, parts: WordPart[], start: number): void {
  const character = peek(cursor)
  if (character === '\\') readBackslash(cursor, parts)
  else if (character === "'") readSingleQuotes(cursor, parts)
  else if (character === '"') readDoubleQuotes(cursor, place, parts)
  else if (character === '`') readBackquotes(cursor, place, parts, false)
  else if (character === '$') readDollar(cursor, place, parts, false)
  else if ((character === '<' || character === '>') && peek(cursor, 1) === '(') readProcess(cursor, place, parts, start)
  else if ('*?['.includes(character)) push(cursor, parts, { kind: 'pattern', text: character }, 1)
  else if (character === '~' && isTildePlace(cursor, start)) readTilde(cursor, parts)
  else push(cursor, parts, { kind: 'text', text: character, quoted: false }, 1)
}

const push = (cursor: Cursor, parts: WordPart[], part: WordPart, length: number): void => {
  parts.push(part)
  cursor.index += length
}

const isTildePlace = (cursor: Cursor, start: number): boolean =>
  cursor.index === start || /[=:]/.test(cursor.source[cursor.index - 1] as string)

function readTilde(cursor: Cursor, parts: WordPart[]): void {
  const tilde = /~[\w.+-]*/y
  tilde.lastIndex = cursor.index
  const text = tilde.exec(cursor.source)?.[0] ?? '~'
  push(cursor, parts, { kind: 'tilde', text }, text.length)
}

function readBackslash(cursor: Cursor, parts: WordPart[]): void {
  const next = peek(cursor, 1)
  if (next === '') notUnderstood(cursor)
  if (next === '\n') cursor.index += 2
  else push(cursor, parts, { kind: 'text', text: next, quoted: true }, 2)
}

function readSingleQuotes(cursor: Cursor, parts: WordPart[]): void {
  const end = cursor.source.indexOf("'", cursor.index + 1)
  if (end < 0) notUnderstood(cursor)
  push(cursor, parts, { kind: 'text', text: cursor.source.slice(cursor.index + 1, end), quoted: true }, end + 1 - cursor.index)
}

function readDoubleQuotes(cursor: Cursor, place: WordPlace, parts: WordPart[]): void {
  cursor.index += 1
  // An empty pair of quotes is a word too.
  parts.push({ kind: 'text', text: '', quoted: true })
  while (peek(cursor) !== '"') {
    if (atEnd(cursor)) notUnderstood(cursor)
    readQuotedPart(cursor, place, parts)
  }
  cursor.index += 1
}

/** Inside double quotes and here-documents a backslash escapes only a few characters. */
function readQuotedPart(cursor: Cursor, place: WordPlace, parts: WordPart[]): void {
  const character = peek(cursor)
  const next = peek(cursor, 1)
  if (character === '\\' && next === '\n') cursor.index += 2
  else if (character === '\\' && next !== '' && '$`"\\'.includes(next)) push(cursor, parts, { kind: 'text', text: next, quoted: true }, 2)
  else if (character === '`') readBackquotes(cursor, place, parts, true)
  else if (character === '$') readDollar(cursor, place, parts, true)
  else push(cursor, parts, { kind: 'text', text: character, quoted: true }, 1)
}

/** Inside backquotes, a backslash has another meaning at every level. */
function readBackquotes(cursor: Cursor, place: WordPlace, parts: WordPart[], quoted: boolean): void {
  const end = cursor.source.indexOf('`', cursor.index + 1)
  if (end < 0 || cursor.source.slice(cursor.index, end).includes('\\')) notUnderstood(cursor)
  cursor.index += 1
  const body = goDeeper(cursor, () => place.readSubstitution(cursor, '`'))
  parts.push({ kind: 'substitution', body, quoted })
}

function readProcess(cursor: Cursor, place: WordPlace, parts: WordPart[], start: number): void {
  if (cursor.index !== start) notUnderstood(cursor)
  cursor.index += 2
  parts.push({ kind: 'process', body: goDeeper(cursor, () => place.readSubstitution(cursor, ')')) })
}

function readDollar(cursor: Cursor, place: WordPlace, parts: WordPart[], quoted: boolean): void {
  const next = peek(cursor, 1)
  if (startsWith(cursor, '$((')) readArithmetic(cursor, parts, quoted)
  else if (next === '(') readSubstitution(cursor, place, parts, quoted)
  else if (next === '[') notUnderstood(cursor)
  else if (next === '{') readBraces(cursor, parts, quoted)
  else if (next === "'" && !quoted) readAnsiQuotes(cursor, parts)
  else if (next === '"' && !quoted) {
    cursor.index += 1
    readDoubleQuotes(cursor, place, parts)
  } else readVariable(cursor, parts, quoted)
}

function readSubstitution(cursor: Cursor, place: WordPlace, parts: WordPart[], quoted: boolean): void {
  cursor.index += 2
  parts.push({ kind: 'substitution', body: goDeeper(cursor, () => place.readSubstitution(cursor, ')')), quoted })
}

function readVariable(cursor: Cursor, parts: WordPart[], quoted: boolean): void {
  NAME.lastIndex = cursor.index + 1
  const name = NAME.exec(cursor.source)?.[0]
  if (name === undefined) push(cursor, parts, { kind: 'text', text: '$', quoted: true }, 1)
  else push(cursor, parts, { kind: 'variable', name, quoted }, name.length + 1)
}

function readAnsiQuotes(cursor: Cursor, parts: WordPart[]): void {
  const pattern = /\$'((?:[^'\\]|\\[\s\S])*)'/y
  pattern.lastIndex = cursor.index
  const match = pattern.exec(cursor.source)
  if (!match) notUnderstood(cursor)
  push(cursor, parts, { kind: 'text', text: decodeAnsiQuotes(match[1] ?? ''), quoted: true }, match[0].length)
}

/** Arithmetic is read as text; what may stand in it is decided where its variables are known. */
function readArithmetic(cursor: Cursor, parts: WordPart[], quoted: boolean): void {
  const pattern = /\$\(\(([^()]*(?:\([^()]*\)[^()]*)*)\)\)/y
  pattern.lastIndex = cursor.index
  const match = pattern.exec(cursor.source)
  if (!match) notUnderstood(cursor)
  push(cursor, parts, { kind: 'arithmetic', text: match[1] ?? '', quoted }, match[0].length)
}

const PLAIN_NAME = /^(?:[A-Za-z_]\w*|[0-9]+|[@*#?$!-])$/
/** Length, defaults, parts cut off or replaced, a place in a list: forms that run nothing and assign nothing. */
const HARMLESS =
  /^#?([A-Za-z_]\w*|[0-9]|[@*])(?:\[(?:[0-9]+|[@*])\])?(?::?[-+][\w ,:+-]*|(?:%%?|##?|\/\/?|\^\^?|,,?)[^`$\\(){}]*|:\s*-?[0-9]+(?::-?[0-9]+)?)?$/

function readBraces(cursor: Cursor, parts: WordPart[], quoted: boolean): void {
  const end = cursor.source.indexOf('}', cursor.index)
  const text = cursor.source.slice(cursor.index + 2, end)
  if (end < 0 || /["'\n]/.test(text)) notUnderstood(cursor)
  const name = HARMLESS.exec(text)?.[1]
  if (PLAIN_NAME.test(text)) push(cursor, parts, { kind: 'variable', name: text, quoted }, text.length + 3)
  else if (name !== undefined) push(cursor, parts, { kind: 'expansion', name, quoted }, text.length + 3)
  else notUnderstood(cursor)
}

function joinText(parts: readonly WordPart[]): WordPart[] {
  const joined: WordPart[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (part.kind === 'text' && last?.kind === 'text' && last.quoted === part.quoted)
      joined[joined.length - 1] = { ...last, text: last.text + part.text }
    else joined.push(part)
  }
  return joined
}

/** The body of a here-document whose delimiter is not quoted: expanded like text in double quotes, and a quote is a plain character. */
export function readExpandedBody(cursor: Cursor, place: WordPlace, start: number, end: number): Word {
  const body: Cursor = { ...cursor, source: cursor.source.slice(0, end), index: start, pending: [] }
  const parts: WordPart[] = []
  while (!atEnd(body)) {
    if (peek(body) === '\\' && peek(body, 1) === '"') push(body, parts, { kind: 'text', text: '\\"', quoted: true }, 2)
    else readQuotedPart(body, place, parts)
  }
  cursor.statements = body.statements
  return { parts: joinText(parts), raw: cursor.source.slice(start, end), start }
}
