// Parses one word of a shell line as bash does: quotes and backslashes are removed, and what would be expanded is reported. Both readers of
// a line use it, and nothing else removes quotes.

import type { Dynamic, ShellWord } from '../shell-command.ts'
import { decodeAnsiQuotes } from './ansi-quotes.ts'

const ENDS_WORD = /[\s;&|<>()]/
const SIMPLE_VARIABLE = /\$(?:[A-Za-z_]\w*|[0-9@*#?$!-]|\{[A-Za-z_]\w*\})/y

interface Cursor {
  readonly source: string
  index: number
  value: string
  readonly dynamic: Set<Dynamic>
}

export interface ReadWord {
  readonly word: ShellWord
  readonly end: number
}

/** Undefined if a quote stays open or the line ends in a backslash. A substitution consumes the rest of the source. */
export function readWord(source: string, start: number): ReadWord | undefined {
  const cursor: Cursor = { source, index: start, value: '', dynamic: new Set() }
  while (cursor.index < source.length && !ENDS_WORD.test(source[cursor.index] as string)) {
    if (!readPiece(cursor, start)) return undefined
  }
  const raw = source.slice(start, cursor.index)
  // `{}` alone is a word of find, not an expansion.
  if (raw === '{}') cursor.dynamic.delete('brace')
  return { word: { value: cursor.value, raw, dynamic: [...cursor.dynamic] }, end: cursor.index }
}

function readPiece(cursor: Cursor, start: number): boolean {
  const character = cursor.source[cursor.index] as string
  if (character === '\\') return readBackslash(cursor)
  if (character === "'") return readSingleQuotes(cursor)
  if (character === '"') return readDoubleQuotes(cursor)
  if (character === '$' || character === '`') return readDollar(cursor, false)
  if ('*?['.includes(character)) cursor.dynamic.add('glob')
  if ('{}'.includes(character)) cursor.dynamic.add('brace')
  if (character === '~' && (cursor.index === start || /[=:]/.test(cursor.source[cursor.index - 1] as string))) cursor.dynamic.add('tilde')
  return take(cursor, character)
}

function take(cursor: Cursor, text: string, length = text.length): boolean {
  cursor.value += text
  cursor.index += length
  return true
}

function readBackslash(cursor: Cursor): boolean {
  const next = cursor.source[cursor.index + 1]
  if (next === undefined) return false
  return take(cursor, next === '\n' ? '' : next, 2)
}

function readSingleQuotes(cursor: Cursor): boolean {
  const end = cursor.source.indexOf("'", cursor.index + 1)
  return end >= 0 && take(cursor, cursor.source.slice(cursor.index + 1, end), end + 1 - cursor.index)
}

function readDoubleQuotes(cursor: Cursor): boolean {
  cursor.index += 1
  while (cursor.index < cursor.source.length) {
    const character = cursor.source[cursor.index] as string
    if (character === '"') return take(cursor, '', 1)
    if (character === '\\') readEscapeInQuotes(cursor)
    else if (character === '$' || character === '`') readDollar(cursor, true)
    else take(cursor, character)
  }
  // A substitution inside the quotes consumed the rest: only the grammar knows where it ends.
  return cursor.dynamic.has('substitution') || cursor.dynamic.has('expansion') || cursor.dynamic.has('arithmetic')
}

/** Inside double quotes a backslash escapes only these; before anything else it is literal. */
function readEscapeInQuotes(cursor: Cursor): void {
  const next = cursor.source[cursor.index + 1] ?? ''
  if (next === '\n') take(cursor, '', 2)
  else if (next !== '' && '$`"\\'.includes(next)) take(cursor, next, 2)
  else take(cursor, '\\')
}

function readDollar(cursor: Cursor, quoted: boolean): boolean {
  const { source, index } = cursor
  const next = source[index + 1] ?? ''
  if (source[index] === '`') return takeRest(cursor, 'substitution')
  if (next === '(' && source[index + 2] === '(') return takeRest(cursor, 'arithmetic')
  if (next === '[') return takeRest(cursor, 'arithmetic')
  if (next === '(') return takeRest(cursor, 'substitution')
  SIMPLE_VARIABLE.lastIndex = index
  const variable = SIMPLE_VARIABLE.exec(source)?.[0]
  if (variable !== undefined) {
    cursor.dynamic.add('variable')
    return take(cursor, variable)
  }
  if (next === '{') return takeRest(cursor, 'expansion')
  if (quoted || (next !== "'" && next !== '"')) return take(cursor, '$')
  return next === "'" ? readAnsiQuotes(cursor) : readTranslation(cursor)
}

function takeRest(cursor: Cursor, dynamic: Dynamic): boolean {
  cursor.dynamic.add(dynamic)
  return take(cursor, cursor.source.slice(cursor.index))
}

function readAnsiQuotes(cursor: Cursor): boolean {
  const quoted = /\$'((?:[^'\\]|\\[\s\S])*)'/y
  quoted.lastIndex = cursor.index
  const match = quoted.exec(cursor.source)
  if (!match) return false
  cursor.dynamic.add('ansi')
  return take(cursor, decodeAnsiQuotes(match[1] ?? ''), match[0].length)
}

function readTranslation(cursor: Cursor): boolean {
  cursor.dynamic.add('translation')
  cursor.index += 1
  return readDoubleQuotes(cursor)
}
