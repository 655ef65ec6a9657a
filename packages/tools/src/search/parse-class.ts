// The content of brackets: characters, ranges and the short names of sets.
import { printable } from '@countersign/policy'
import { sentence } from '@countersign/protocol'
import { escapeCharacter, type Pattern, type Reader, refuse } from './pattern-text.ts'

// These classes are plain ASCII in both dialects. A line contains no line feed.
export const SHORTHANDS: Readonly<Record<string, string>> = { d: '0-9', w: '0-9A-Za-z_', s: '\\t\\x0b-\\r ' }

/** Starts after the opening bracket. */
export function parseClass(reader: Reader): Pattern {
  const isNegated = reader.take('^')
  const items: Pattern[] = []
  while (reader.peek() !== ']' || items.length === 0) {
    if (reader.isDone()) throw refuse('problem.query-open-bracket')
    items.push(parseItem(reader))
  }
  reader.next()
  const write = (dialect: keyof Pattern) => `[${isNegated ? '^\\n' : ''}${items.map((item) => item[dialect]).join('')}]`
  return { javascript: write('javascript'), rust: write('rust') }
}

function parseItem(reader: Reader): Pattern {
  const first = parseMember(reader)
  if (typeof first !== 'string') return first
  if (reader.match(/^-(?!\])/) === undefined) return escapeCharacter(first)
  const last = parseMember(reader)
  if (typeof last !== 'string') throw refuse('problem.query-range-ends')
  if ((first.codePointAt(0) as number) > (last.codePointAt(0) as number))
    throw refuse(sentence('problem.query-range-order', { first: printable(first), last: printable(last) }))
  const [from, to] = [escapeCharacter(first), escapeCharacter(last)]
  return { javascript: `${from.javascript}-${to.javascript}`, rust: `${from.rust}-${to.rust}` }
}

/** One character, or the text of a set. */
function parseMember(reader: Reader): string | Pattern {
  const character = reader.next()
  if (character === '') throw refuse('problem.query-open-bracket')
  if (character === '[') throw refuse('problem.query-bracket-inside')
  if (character !== '\\') return character
  const escaped = reader.next()
  const set = SHORTHANDS[escaped]
  if (set !== undefined) return { javascript: set, rust: set }
  if (escaped === 't') return '\t'
  if (/^[0-9A-Za-z]?$/.test(escaped)) throw refuse(sentence('problem.query-escape-in-brackets', { character: escaped }))
  return escaped
}
