// The grammar of find: leading options, starting points, then an expression in which every word has its own arguments.
import { sentence } from '@countersign/protocol'
import { printableText } from '../../risk/index.ts'
import { finding, joinReadings, type PathOperand, type Reading, reading } from '../reading.ts'
import { FIND_LEADING, FIND_NEWER, FIND_PREDICATES, type Predicate } from '../tables/find.ts'
import { readTimeText } from '../time-text.ts'

export type ReadInnerCommand = (command: string, args: readonly string[]) => Reading

interface Cursor {
  readonly args: readonly string[]
  readonly readInner: ReadInnerCommand
  next: number
}

export function readFind(args: readonly string[], readInner: ReadInnerCommand): Reading {
  const cursor: Cursor = { args, readInner, next: 0 }
  const parts = [finding('LOW', 'command.lists-files'), ...readLeading(cursor), ...readStartingPoints(cursor)]
  while (cursor.next < args.length) parts.push(readPredicate(cursor))
  return joinReadings(...parts)
}

function readLeading(cursor: Cursor): Reading[] {
  const parts: Reading[] = []
  for (;;) {
    const word = cursor.args[cursor.next] ?? ''
    const option = Object.hasOwn(FIND_LEADING, word) ? FIND_LEADING[word] : undefined
    if (option === undefined) break
    cursor.next++
    parts.push(readArguments(cursor, word, option))
  }
  if (cursor.args[cursor.next] === '--') cursor.next++
  return parts
}

/** Everything up to the first word that begins an expression. A lone `-`, `(x` and a leading `)` are names. */
function readStartingPoints(cursor: Cursor): Reading[] {
  const parts: Reading[] = []
  for (let word = cursor.args[cursor.next]; word !== undefined && !/^(-.+|[!(])$/s.test(word); word = cursor.args[cursor.next]) {
    parts.push(pathReading({ index: cursor.next++, path: word, use: 'list' }))
  }
  return parts
}

function readPredicate(cursor: Cursor): Reading {
  const word = cursor.args[cursor.next++] as string
  const predicate = lookUp(word)
  if (predicate === undefined) return notUnderstood(cursor, word)
  return predicate.runs ? joinReadings(explain(word, predicate), readInnerCommand(cursor)) : readArguments(cursor, word, predicate)
}

function lookUp(word: string): Predicate | undefined {
  if (Object.hasOwn(FIND_PREDICATES, word)) return FIND_PREDICATES[word]
  const newer = FIND_NEWER.exec(word)
  return newer ? { takes: [newer[1] === 't' ? 'time' : 'path'] } : undefined
}

const explain = (word: string, { risk, reason = 'option.raises-risk' }: Predicate): Reading =>
  risk ? finding(risk, sentence('option.about', { option: `find ${word}`, effect: sentence(reason) })) : reading({})

const pathReading = (operand: PathOperand): Reading => reading({ paths: [operand] })

function readArguments(cursor: Cursor, word: string, predicate: Predicate): Reading {
  const parts = [explain(word, predicate)]
  for (const kind of predicate.takes ?? []) {
    const index = cursor.next++
    const value = cursor.args[index]
    if (value === undefined) return joinReadings(...parts, finding('HIGH', sentence('command.lacks-value', { what: `find ${word}` })))
    if (kind === 'time') parts.push(readTimeText(value))
    if (kind === 'output') parts.push(pathReading({ index, path: value, use: 'output' }))
    if (kind === 'path' && value !== '-') parts.push(pathReading({ index, path: value, use: 'read' }))
    if (word === '-printf' && /%[-+ #0-9.]*F/.test(value)) parts.push(finding('MEDIUM', 'command.find-reads-mounts'))
  }
  return joinReadings(...parts)
}

/** `-exec command args ;` or `… {} +`. The inner command is judged as if it were called directly. */
function readInnerCommand(cursor: Cursor): Reading {
  const rest = cursor.args.slice(cursor.next)
  const end = rest.findIndex((word, index) => word === ';' || (word === '+' && rest[index - 1] === '{}'))
  const inner = end < 0 ? rest : rest.slice(0, end)
  cursor.next += end < 0 ? rest.length : end + 1
  return joinReadings(cursor.readInner(inner[0] ?? '', inner.slice(1)), reading({ suspects: inner.slice(1) }))
}

function notUnderstood(cursor: Cursor, word: string): Reading {
  const rest = cursor.args.slice(cursor.next - 1)
  return joinReadings(
    finding('HIGH', sentence('command.not-understood', { what: `find ${printableText(word)}` })),
    reading({ suspects: rest }),
  )
}
