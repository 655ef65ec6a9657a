// The parser of shell scripts: lists, pipelines, groups, conditions, loops, functions, here-documents. What it does not know it does not guess:
// the whole script is then not understood. A second reader, the grammar, must agree with it (agree.ts).

import {
  atEnd,
  type Cursor,
  goDeeper,
  notUnderstood,
  peek,
  readNewline,
  SCRIPT_LIMITS,
  skipBlanks,
  skipLines,
  startsWith,
} from './cursor.ts'
import { readCommand, readRedirections } from './read-command.ts'
import { readExpandedBody, readWord, type WordPlace } from './read-word.ts'
import { type ChainLink, type ListItem, NotUnderstood, type Statement, type Word } from './script.ts'

export const PLACE: WordPlace = {
  ends: /[\s;&|<>()]/,
  readSubstitution: readUntil,
  readFunctionBody: (cursor, name) => readFunctionBody(cursor, name, false),
}

export function readScript(source: string): Statement | NotUnderstood {
  const cursor: Cursor = {
    source,
    index: 0,
    depth: 0,
    statements: 0,
    pending: [],
    readBody: (at, start, end) => readExpandedBody(at, PLACE, start, end),
  }
  try {
    const script = readList(cursor, () => false)
    if (!atEnd(cursor) || cursor.pending.length > 0) notUnderstood(cursor)
    return script
  } catch (error) {
    if (error instanceof NotUnderstood) return error
    throw error
  }
}

/** The commands of `$(…)`, `<(…)` and backquotes, with what closes them. */
function readUntil(cursor: Cursor, closing: string): Statement {
  const body = readList(cursor, () => startsWith(cursor, closing))
  if (!startsWith(cursor, closing)) notUnderstood(cursor)
  cursor.index += closing.length
  return body
}

/** Statements up to the end or to what closes the structure around them. */
export function readList(cursor: Cursor, isClosed: () => boolean): Statement {
  const items: ListItem[] = []
  for (;;) {
    skipLines(cursor)
    if (atEnd(cursor) || isClosed()) return { kind: 'list', items }
    if (++cursor.statements > SCRIPT_LIMITS.maxStatements) notUnderstood(cursor)
    const statement = readChain(cursor)
    skipBlanks(cursor)
    const background = peek(cursor) === '&' && peek(cursor, 1) !== '&'
    items.push({ statement, background, endsLine: endsLine(cursor, background) })
    if (background || (peek(cursor) === ';' && peek(cursor, 1) !== ';')) cursor.index += 1
    else if (peek(cursor) === '\n') readNewline(cursor)
    else if (!atEnd(cursor) && !isClosed() && !startsWith(cursor, ';;')) notUnderstood(cursor)
    else if (startsWith(cursor, ';;')) return { kind: 'list', items }
  }
}

function endsLine(cursor: Cursor, background: boolean): boolean {
  const rest = /[;&]?(?:[ \t]|\\\n)*(?:#[^\n]*)?(?:\n|$)/y
  rest.lastIndex = cursor.index
  return (background || /[;\n]|^$/.test(peek(cursor))) && rest.test(cursor.source)
}

function readChain(cursor: Cursor): Statement {
  const links: ChainLink[] = [{ joint: '', statement: readPipeline(cursor) }]
  for (;;) {
    skipBlanks(cursor)
    const joint = (['&&', '||'] as const).find((one) => startsWith(cursor, one))
    if (!joint) return links.length === 1 ? (links[0] as ChainLink).statement : { kind: 'chain', links }
    cursor.index += 2
    skipLines(cursor)
    links.push({ joint, statement: readPipeline(cursor) })
  }
}

function readPipeline(cursor: Cursor): Statement {
  while (takeReserved(cursor, '!')) skipBlanks(cursor)
  const stages = [readStage(cursor)]
  for (;;) {
    skipBlanks(cursor)
    if (peek(cursor) !== '|' || peek(cursor, 1) === '|') break
    cursor.index += peek(cursor, 1) === '&' ? 2 : 1
    skipLines(cursor)
    stages.push(readStage(cursor))
  }
  return stages.length === 1 ? (stages[0] as Statement) : { kind: 'pipeline', stages }
}

type ReadStructure = (cursor: Cursor) => Statement

const STRUCTURES: ReadonlyMap<string, ReadStructure> = new Map<string, ReadStructure>([
  ['if', readIf],
  ['for', readFor],
  ['while', readWhile],
  ['until', readWhile],
  ['case', readCase],
  ['{', (cursor) => readGroup(cursor, '}', false)],
  ['[[', readTest],
  ['function', readFunction],
])
const NOT_AT_START = new Set(['then', 'do', 'done', 'fi', 'else', 'elif', 'esac', '}', 'in', 'select', 'coproc', ']]'])

function readStage(cursor: Cursor): Statement {
  if (startsWith(cursor, '((')) return readArithmetic(cursor)
  if (peek(cursor) === '(') {
    cursor.index += 1
    return readGroup(cursor, ')', true)
  }
  const word = peekReserved(cursor)
  if (NOT_AT_START.has(word)) notUnderstood(cursor)
  const readStructure = STRUCTURES.get(word)
  if (!readStructure) return readCommand(cursor, PLACE)
  cursor.index += word.length
  return goDeeper(cursor, () => readStructure(cursor))
}

/** A word that means a structure only if it stands alone, without quotes. */
function peekReserved(cursor: Cursor): string {
  const pattern = /(?:[a-z]+|\{|\}|!|\[\[|\]\])(?=[\s;&|<>()]|$)/y
  pattern.lastIndex = cursor.index
  return pattern.exec(cursor.source)?.[0] ?? ''
}

function takeReserved(cursor: Cursor, word: string): boolean {
  if (peekReserved(cursor) !== word) return false
  cursor.index += word.length
  return true
}

function requireReserved(cursor: Cursor, word: string): void {
  skipLines(cursor)
  if (!takeReserved(cursor, word)) notUnderstood(cursor)
}

const until =
  (cursor: Cursor, ...words: readonly string[]) =>
  () =>
    words.includes(peekReserved(cursor))

const withRedirections = (cursor: Cursor) => ({ redirections: readRedirections(cursor, PLACE) })

function readGroup(cursor: Cursor, closing: ')' | '}', isSubshell: boolean): Statement {
  const body = goDeeper(cursor, () => readList(cursor, isSubshell ? () => peek(cursor) === ')' : until(cursor, '}')))
  if (peek(cursor) !== closing) notUnderstood(cursor)
  cursor.index += 1
  return { kind: 'group', body, isSubshell, ...withRedirections(cursor) }
}

function readIf(cursor: Cursor): Statement {
  const branches: { condition?: Statement; body: Statement }[] = []
  do {
    const condition = readList(cursor, until(cursor, 'then'))
    requireReserved(cursor, 'then')
    branches.push({ condition, body: readList(cursor, until(cursor, 'elif', 'else', 'fi')) })
  } while (takeReserved(cursor, 'elif'))
  if (takeReserved(cursor, 'else')) branches.push({ body: readList(cursor, until(cursor, 'fi')) })
  requireReserved(cursor, 'fi')
  return { kind: 'if', branches, ...withRedirections(cursor) }
}

function readBody(cursor: Cursor): Statement {
  requireReserved(cursor, 'do')
  const body = readList(cursor, until(cursor, 'done'))
  requireReserved(cursor, 'done')
  return body
}

function readFor(cursor: Cursor): Statement {
  skipBlanks(cursor)
  const name = /[A-Za-z_]\w*/y
  name.lastIndex = cursor.index
  const found = name.exec(cursor.source)?.[0]
  if (found === undefined) notUnderstood(cursor)
  cursor.index += found.length
  skipBlanks(cursor)
  // Without `in`, a loop goes over the arguments of the script or function.
  if (!takeReserved(cursor, 'in')) notUnderstood(cursor)
  const words = readWords(cursor)
  if (peek(cursor) === ';') cursor.index += 1
  return { kind: 'for', name: found, words, body: readBody(cursor), ...withRedirections(cursor) }
}

function readWords(cursor: Cursor): Word[] {
  const words: Word[] = []
  for (;;) {
    skipBlanks(cursor)
    if (atEnd(cursor) || /[\n;]/.test(peek(cursor))) return words
    const before = cursor.index
    words.push(readWord(cursor, PLACE))
    if (cursor.index === before) notUnderstood(cursor)
  }
}

function readWhile(cursor: Cursor): Statement {
  const condition = readList(cursor, until(cursor, 'do'))
  return { kind: 'while', condition, body: readBody(cursor), ...withRedirections(cursor) }
}

function readCase(cursor: Cursor): Statement {
  skipBlanks(cursor)
  const word = readWord(cursor, PLACE)
  requireReserved(cursor, 'in')
  const branches: { patterns: Word[]; body: Statement; goesOn: boolean }[] = []
  for (;;) {
    skipLines(cursor)
    if (takeReserved(cursor, 'esac')) return { kind: 'case', word, branches, ...withRedirections(cursor) }
    if (atEnd(cursor)) notUnderstood(cursor)
    const patterns = readPatterns(cursor)
    const body = readList(cursor, until(cursor, 'esac'))
    const goesOn = startsWith(cursor, ';;&')
    branches.push({ patterns, body, goesOn })
    if (goesOn) cursor.index += 3
    else if (startsWith(cursor, ';;')) cursor.index += 2
  }
}

function readPatterns(cursor: Cursor): Word[] {
  if (peek(cursor) === '(') cursor.index += 1
  const patterns: Word[] = []
  for (;;) {
    skipBlanks(cursor)
    patterns.push(readWord(cursor, PLACE))
    skipBlanks(cursor)
    const character = peek(cursor)
    if (character !== '|' && character !== ')') notUnderstood(cursor)
    cursor.index += 1
    if (character === ')') return patterns
  }
}

function readFunction(cursor: Cursor): Statement {
  skipBlanks(cursor)
  const { raw } = readWord(cursor, PLACE)
  skipBlanks(cursor)
  if (startsWith(cursor, '()')) cursor.index += 2
  return readFunctionBody(cursor, raw, true)
}

function readFunctionBody(cursor: Cursor, name: string, hasKeyword: boolean): Statement {
  if (!/^[A-Za-z_][\w-]*$/.test(name)) notUnderstood(cursor)
  skipLines(cursor)
  if (!takeReserved(cursor, '{')) notUnderstood(cursor)
  return { kind: 'function', name, body: readGroup(cursor, '}', false), hasKeyword }
}

/** Operators and brackets are plain characters of the words between `[[` and `]]`. */
function readTest(cursor: Cursor): Statement {
  const words: Word[] = []
  const place: WordPlace = { ...PLACE, ends: /\s/ }
  for (;;) {
    skipLines(cursor)
    if (atEnd(cursor)) notUnderstood(cursor)
    if (takeReserved(cursor, ']]')) return { kind: 'test', words, ...withRedirections(cursor) }
    words.push(readWord(cursor, place))
  }
}

function readArithmetic(cursor: Cursor): Statement {
  const pattern = /\(\(([^()]*(?:\([^()]*\)[^()]*)*)\)\)/y
  pattern.lastIndex = cursor.index
  const match = pattern.exec(cursor.source)
  if (!match) notUnderstood(cursor)
  cursor.index += match[0].length
  return { kind: 'arithmetic', text: match[1] ?? '' }
}
