// The regular expressions of a search: the subset that JavaScript and ripgrep interpret alike. Each piece is rewritten for both, so that
// neither dialect's own meaning slips in; what they disagree on is refused with an explanation. One line is searched at a time.
import { printable } from '@countersign/policy'
import { sentence } from '@countersign/protocol'
import { parseClass, SHORTHANDS } from './parse-class.ts'
import { escapeCharacter, type Pattern, type Reader, readerOf, refuse } from './pattern-text.ts'

const MAX_REPEAT = 100
const MAX_DEPTH = 50

interface Piece extends Pattern {
  /** Set if this is one item repeated without limit: repeating it again only multiplies the ways to match. */
  readonly isEndless?: boolean
  readonly isAnchor?: boolean
}

export function parsePattern(text: string): Pattern {
  const reader = readerOf(text)
  const pattern = parseChoices(reader, 0)
  if (!reader.isDone()) throw refuse('problem.query-close-group')
  return pattern
}

function parseChoices(reader: Reader, depth: number): Piece {
  if (depth > MAX_DEPTH) throw refuse('problem.query-depth')
  const branches = [parseSequence(reader, depth)]
  while (reader.take('|')) branches.push(parseSequence(reader, depth))
  if (branches.length === 1) return branches[0] as Piece
  return { javascript: branches.map((branch) => branch.javascript).join('|'), rust: branches.map((branch) => branch.rust).join('|') }
}

function parseSequence(reader: Reader, depth: number): Piece {
  const pieces: Piece[] = []
  while (!reader.isDone() && reader.peek() !== '|' && reader.peek() !== ')') pieces.push(parseRepeat(reader, parseAtom(reader, depth)))
  const [first] = pieces
  if (pieces.length === 1 && first) return first
  return { javascript: pieces.map((piece) => piece.javascript).join(''), rust: pieces.map((piece) => piece.rust).join('') }
}

function parseRepeat(reader: Reader, piece: Piece): Piece {
  const repeat = reader.match(/^(?:[*+?]|\{\d+(?:,\d*)?\})/)
  if (repeat === undefined) return piece
  if (piece.isAnchor) throw refuse(sentence('problem.query-repeats-nothing', { repeat: printable(repeat) }))
  const [least = 0, most = least] = (repeat.match(/\d+/g) ?? []).map(Number)
  if (Math.max(least, most) > MAX_REPEAT) throw refuse(sentence('problem.query-repeat-limit', { count: MAX_REPEAT }))
  if (least > most) throw refuse(sentence('problem.query-repeat-order', { repeat: printable(repeat) }))
  const isEndless = /^[*+]|,\}$/.test(repeat)
  if (isEndless && piece.isEndless) throw refuse('problem.query-endless')
  const lazy = reader.take('?') ? '?' : ''
  const character = reader.peek()
  if (/^[*+?{]/.test(character)) throw refuse(sentence('problem.query-after-repetition', { character }))
  return { javascript: `${piece.javascript}${repeat}${lazy}`, rust: `${piece.rust}${repeat}${lazy}`, isEndless }
}

function parseAtom(reader: Reader, depth: number): Piece {
  const character = reader.next()
  switch (character) {
    case '(':
      return parseGroup(reader, depth)
    case '[':
      return parseClass(reader)
    case '\\':
      return parseEscape(reader.next())
    case '.':
      return { javascript: '[^\\n]', rust: '.' }
    case '^':
      return { javascript: '(?<![^\\n])', rust: '^', isAnchor: true }
    case '$':
      return { javascript: '(?![^\\n])', rust: '$', isAnchor: true }
    case '*':
    case '+':
    case '?':
    case '{':
      throw refuse(sentence('problem.query-repeats-nothing-write', { character: printable(character) }))
    default:
      return escapeCharacter(character)
  }
}

function parseGroup(reader: Reader, depth: number): Piece {
  if (reader.peek() === '?' && !reader.take('?:')) throw refuse('problem.query-group-kind')
  const inner = parseChoices(reader, depth + 1)
  if (!reader.take(')')) throw refuse('problem.query-open-group')
  const isEndless = inner.isEndless ?? false
  return { javascript: `(?:${inner.javascript})`, rust: `(?:${inner.rust})`, isEndless }
}

function parseEscape(character: string): Piece {
  if (character === '') throw refuse('problem.query-ends-in-backslash')
  if (character === 'b') return { javascript: '(?-i:\\b)', rust: '(?-u:\\b)', isAnchor: true }
  if (character === 'B') return { javascript: '(?-i:\\B)', rust: '(?-u:\\B)', isAnchor: true }
  if (character === 't') return escapeCharacter('\t')
  const set = SHORTHANDS[character.toLowerCase()]
  if (set !== undefined && character !== character.toLowerCase()) return bothWays(`[^${set}\\n]`)
  if (set !== undefined) return bothWays(`[${set}]`)
  if (/[nr]/.test(character)) throw refuse('problem.query-line-end')
  if (/[0-9a-z]/i.test(character)) throw refuse(sentence('problem.query-unknown-escape', { character }))
  return escapeCharacter(character)
}

/** These sets always match case-sensitively, even if the search ignores case. */
const bothWays = (set: string): Piece => ({ javascript: `(?-i:${set})`, rust: `(?-i:${set})` })
