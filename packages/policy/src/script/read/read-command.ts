// A simple command of a script: assignments, words and redirections, in the order in which they are written.
import { type Cursor, notUnderstood, peek, skipBlanks, startsWith } from './cursor.ts'
import { readWord, type WordPlace } from './read-word.ts'
import type { Assignment, Redirection, Statement, Word, WordPart } from './script.ts'

const OPERATOR = /(\d*)(&>>|&>|<<<|<<-|<<|<>|<&-|>&-|<&|>&|>>|>\||<|>)(?!\()/y
const ASSIGNMENT = /^([A-Za-z_]\w*)(\+?)=/
const ENDS_COMMAND = /[\n;&|()]/

export function readCommand(cursor: Cursor, place: WordPlace): Statement {
  const start = cursor.index
  const assignments: Assignment[] = []
  const words: Word[] = []
  const redirections: Redirection[] = []
  for (;;) {
    skipBlanks(cursor)
    const redirection = readRedirection(cursor, place)
    if (redirection) {
      redirections.push(redirection)
      continue
    }
    if (peek(cursor) === '' || ENDS_COMMAND.test(peek(cursor)) || peek(cursor) === '`') break
    const word = readWord(cursor, place)
    if (word.raw === '') notUnderstood(cursor)
    const assignment = words.length === 0 ? readAssignment(cursor, word, place) : undefined
    if (assignment) assignments.push(assignment)
    else words.push(word)
  }
  if (startsWith(cursor, '()') && words.length === 1 && assignments.length + redirections.length === 0) {
    cursor.index += 2
    return place.readFunctionBody(cursor, words[0]?.raw ?? '')
  }
  if (peek(cursor) === '(' || assignments.length + words.length + redirections.length === 0) notUnderstood(cursor)
  return { kind: 'command', assignments, words, redirections, start }
}

/** Only a name that is written plainly is assigned to: `"a"=1` is a word. */
function readAssignment(cursor: Cursor, word: Word, place: WordPlace): Assignment | undefined {
  const match = ASSIGNMENT.exec(word.raw)
  if (!match) return undefined
  const [whole, name = '', plus] = match
  const isList = word.raw === whole && peek(cursor) === '('
  const value: Word = { ...word, raw: word.raw.slice(whole.length), parts: withoutPrefix(word.parts, whole.length) }
  return { name, appends: plus === '+', isList, values: isList ? readListValues(cursor, place) : [value] }
}

function withoutPrefix([first, ...rest]: readonly WordPart[], length: number): WordPart[] {
  if (first?.kind !== 'text') return rest
  const text = first.text.slice(length)
  return text === '' ? rest : [{ ...first, text }, ...rest]
}

function readListValues(cursor: Cursor, place: WordPlace): Word[] {
  cursor.index += 1
  const values: Word[] = []
  for (;;) {
    const blanks = /(?:\s|\\\n)*/y
    blanks.lastIndex = cursor.index
    cursor.index += blanks.exec(cursor.source)?.[0].length ?? 0
    if (peek(cursor) === ')') break
    const word = readWord(cursor, place)
    // A comment between the values could hide the closing bracket.
    if (word.raw === '' || word.raw.startsWith('#')) notUnderstood(cursor)
    values.push(word)
  }
  cursor.index += 1
  return values
}

/** After a structure: `done < list.txt`, `} 2>&1`. */
export function readRedirections(cursor: Cursor, place: WordPlace): Redirection[] {
  const found: Redirection[] = []
  for (;;) {
    skipBlanks(cursor)
    const redirection = readRedirection(cursor, place)
    if (!redirection) return found
    found.push(redirection)
  }
}

const NOTHING: Word = { parts: [], raw: '', start: 0 }

function readRedirection(cursor: Cursor, place: WordPlace): Redirection | undefined {
  OPERATOR.lastIndex = cursor.index
  const match = OPERATOR.exec(cursor.source)
  if (!match) return undefined
  const [whole, descriptor = '', operator = ''] = match
  cursor.index += whole.length
  if (operator.endsWith('&-')) return { operator, descriptor, target: NOTHING }
  skipBlanks(cursor)
  const target = readWord(cursor, place)
  if (target.raw === '' || misleads(cursor, operator, target)) notUnderstood(cursor)
  return operator === '<<' || operator === '<<-' ? openDocument(cursor, operator, descriptor, target) : { operator, descriptor, target }
}

/**
 * After `>&`, bash removes quotes twice, so `>&'.e"n"v'` writes .env; `> 2>x` has no target for the first; and in a place where a command could
 * begin, bash treats a target that looks like an assignment as one.
 */
const misleads = (cursor: Cursor, operator: string, { raw }: Word): boolean =>
  (/^[<>]&$/.test(operator) && !/^\d+$/.test(raw) && /["'\\$]/.test(raw)) ||
  (/^\d+$/.test(raw) && /[<>]/.test(peek(cursor))) ||
  (operator !== '<<<' && ASSIGNMENT.test(raw))

function openDocument(cursor: Cursor, operator: string, descriptor: string, delimiter: Word): Redirection {
  if (delimiter.parts.some(({ kind }) => kind !== 'text')) notUnderstood(cursor)
  const text = delimiter.parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')
  const redirection = { operator, descriptor, target: NOTHING as Word }
  cursor.pending.push({
    delimiter: text,
    stripTabs: operator === '<<-',
    isLiteral: delimiter.parts.some((part) => part.kind === 'text' && part.quoted),
    fill: (body) => {
      redirection.target = body
    },
  })
  return redirection
}
