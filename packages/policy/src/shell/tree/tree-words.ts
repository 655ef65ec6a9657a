// Words of a line, from its tree: adjacent pieces are one word, only blanks may come between words, and the commands of a substitution are
// judged like any other.
import { type PlainFormName, sentence } from '@countersign/protocol'
import { childrenOf, type ShellNode } from '../grammar-types.ts'
import type { Dynamic, ShellWord } from '../shell-command.ts'
import { readWord } from '../words/read-word.ts'
import { addHighFinding, goDeeper, type Place, refuseConstruct, refuseNotUnderstood, type TreeWalk } from './tree-walk.ts'

const PIECES = new Set(
  (
    'word concatenation string raw_string ansi_c_string translated_string number simple_expansion expansion command_substitution ' +
    'process_substitution brace_expression arithmetic_expansion $ == =~'
  ).split(' '),
)
const SUBSTITUTIONS = new Set(['command_substitution', 'process_substitution'])
const BLANKS = /^(?:[ \t]|\\\n)*$/

const REASONS: Record<Dynamic, PlainFormName> = {
  variable: 'shell.variables',
  substitution: 'shell.substitution',
  expansion: 'shell.expansion',
  arithmetic: 'shell.arithmetic',
  glob: 'shell.pattern',
  brace: 'shell.braces',
  tilde: 'shell.tilde',
  ansi: 'shell.escapes',
  translation: 'shell.translation',
}

export type ReadStatements = (walk: TreeWalk, nodes: readonly ShellNode[], place: Place) => void

export const isPiece = (node: ShellNode): boolean => PIECES.has(node.type)

/** Adjacent pieces are one word: `a"b"'c'`, and `$"…"`, in which the grammar sees two. */
export function joinPieces(pieces: readonly ShellNode[]): ShellNode[][] {
  const words: ShellNode[][] = []
  for (const piece of pieces) {
    const last = words.at(-1)
    if (last?.at(-1)?.endIndex === piece.startIndex) last.push(piece)
    else words.push([piece])
  }
  return words
}

/** Only blanks may come between the parts of one command; anything else was overlooked by the grammar. */
export function checkBlanksBetween(walk: TreeWalk, nodes: readonly ShellNode[]): void {
  nodes.forEach((node, index) => {
    const previous = nodes[index - 1]
    if (previous && !BLANKS.test(walk.line.slice(previous.endIndex, node.startIndex))) refuseNotUnderstood(walk, node)
  })
}

export function readTreeWord(walk: TreeWalk, pieces: readonly ShellNode[], place: Place, readStatements: ReadStatements): ShellWord {
  const first = pieces[0] as ShellNode
  const raw = walk.line.slice(first.startIndex, pieces.at(-1)?.endIndex)
  const word = first.type === 'process_substitution' ? { value: raw, raw, dynamic: ['substitution' as const] } : readWholeWord(raw)
  if (!word) {
    refuseNotUnderstood(walk, first)
    return { value: raw, raw, dynamic: ['expansion'] }
  }
  for (const dynamic of word.dynamic) noteDynamic(walk, dynamic)
  readSubstitutions(walk, { pieces, place, expected: word.dynamic.includes('substitution') }, readStatements)
  return word
}

function readWholeWord(raw: string): ShellWord | undefined {
  const read = raw.startsWith('#') ? undefined : readWord(raw, 0)
  return read?.end === raw.length ? read.word : undefined
}

function noteDynamic(walk: TreeWalk, dynamic: Dynamic): void {
  if (dynamic === 'expansion' || dynamic === 'arithmetic') refuseConstruct(walk, sentence('subject.may-run-code'))
  else addHighFinding(walk, REASONS[dynamic])
}

interface Substitutions {
  readonly pieces: readonly ShellNode[]
  readonly place: Place
  readonly expected: boolean
}

/** Our parse of the word and the grammar's must agree on whether something runs inside it. */
export function readSubstitutions(walk: TreeWalk, { pieces, place, expected }: Substitutions, readStatements: ReadStatements): void {
  const found = pieces.flatMap(findSubstitutions)
  if (found.length > 0 !== expected) refuseNotUnderstood(walk, pieces[0] as ShellNode)
  for (const node of found) {
    walk.isBeyond = true
    const inner = goDeeper(walk, place)
    // Inside backquotes, a backslash has a different meaning at every level.
    if (node.text.startsWith('`') && node.text.includes('\\')) refuseNotUnderstood(walk, node)
    else if (inner) readStatements(walk, childrenOf(node).slice(1, -1), { ...inner, piped: false, substituted: true })
  }
}

function findSubstitutions(node: ShellNode): ShellNode[] {
  return SUBSTITUTIONS.has(node.type) ? [node] : childrenOf(node).flatMap(findSubstitutions)
}
