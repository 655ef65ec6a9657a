// Redirections of a line, from its tree: `> file`, `2>&1`, `<<< text`, here-documents. The grammar also treats words after a target as
// targets; bash gives them to the command, and so do we.
import { sentence } from '@countersign/protocol'
import { childrenOf, type ShellNode } from '../grammar-types.ts'
import type { ShellWord, SimpleCommand } from '../shell-command.ts'
import { readWord } from '../words/read-word.ts'
import { addHighFinding, type Place, refuseConstruct, refuseNotUnderstood, type TreeWalk } from './tree-walk.ts'
import { checkBlanksBetween, isPiece, joinPieces, type ReadStatements, readSubstitutions, readTreeWord } from './tree-words.ts'

const OPERATORS = new Set(['<', '>', '>>', '&>', '&>>', '<&', '>&', '>|', '<&-', '>&-', '<<<'])
const NO_TARGET: ShellWord = { value: '', raw: '', dynamic: [] }

export interface RedirectionContext {
  readonly command: SimpleCommand
  readonly place: Place
  readonly readStatements: ReadStatements
}

export function readFileRedirection(walk: TreeWalk, node: ShellNode, { command, place, readStatements }: RedirectionContext): void {
  const children = childrenOf(node)
  const descriptor = children.find(({ type }) => type === 'file_descriptor')
  const operator = children.find(({ type }) => OPERATORS.has(type))
  const pieces = children.filter((child) => child !== descriptor && child !== operator)
  const words = pieces.every(isPiece) ? joinPieces(pieces).map((word) => readTreeWord(walk, word, place, readStatements)) : []
  checkBlanksBetween(walk, children)
  const closes = operator?.type.endsWith('&-') ?? false
  const target = closes ? NO_TARGET : words.shift()
  if (operator && target && pieces.every(isPiece) && !misleads(operator.type, target)) {
    command.redirections.push({ operator: operator.type, descriptor: descriptor?.text ?? '', target })
    command.words.push(...words)
  } else refuseNotUnderstood(walk, node)
}

/**
 * After `>&`, bash removes quotes twice, so `>&'.e"n"v'` writes .env. And in a position where a command could begin, bash treats a target
 * that looks like an assignment as one.
 */
const misleads = (operator: string, { raw, value }: ShellWord): boolean =>
  (/^[<>]&$/.test(operator) && raw !== value) || (operator !== '<<<' && /^[A-Za-z_]\w*(?:\[.*\])?\+?=/.test(raw))

export function readHereDocument(walk: TreeWalk, node: ShellNode, context: RedirectionContext): void {
  const [operator, start, ...rest] = childrenOf(node)
  const delimiter = start?.type === 'heredoc_start' ? readWord(start.text, 0) : undefined
  if (operator && /^<<-?$/.test(operator.type) && delimiter?.end === start?.text.length && delimiter) {
    context.command.redirections.push({ operator: operator.type, descriptor: '', target: delimiter.word })
    for (const child of rest) readDocumentPart(walk, child, delimiter.word, context)
  } else refuseNotUnderstood(walk, node)
}

function readDocumentPart(walk: TreeWalk, child: ShellNode, delimiter: ShellWord, context: RedirectionContext): void {
  const { readStatements, place } = context
  if (child.type === 'heredoc_body') readDocumentBody(walk, child, delimiter, context)
  else if (child.type === 'file_redirect') readFileRedirection(walk, child, context)
  else if (child.type === 'pipeline') readStatements(walk, childrenOf(child), { ...place, piped: true })
  else if (child.type !== 'heredoc_end') refuseNotUnderstood(walk, child)
}

/** With a quoted delimiter the text is literal; otherwise the shell expands it. */
function readDocumentBody(walk: TreeWalk, body: ShellNode, delimiter: ShellWord, { place, readStatements }: RedirectionContext): void {
  if (delimiter.raw !== delimiter.value || !/[$`\\]/.test(body.text)) return
  addHighFinding(walk, 'shell.here-document')
  if (/\$\{(?![A-Za-z_]\w*\})|\$\(\(|\$\[/.test(body.text)) refuseConstruct(walk, sentence('subject.may-run-code'))
  readSubstitutions(walk, { pieces: [body], place, expected: /\$\(|`/.test(body.text) }, readStatements)
}
