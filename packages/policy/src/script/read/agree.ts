// Two readers of a script must agree on what runs: the parser of this folder and the grammar. Compared are the names of all commands, by their
// place and text. If a quirk of one of them hides or makes up a command, the script is not understood.
import { childrenOf, type ShellNode } from '../../shell/grammar-types.ts'
import { isPiece, joinPieces } from '../../shell/tree/tree-words.ts'
import type { Statement, Word } from './script.ts'

/** `12:grep` and so on, in the order of the text. */
export function agree(script: Statement, root: ShellNode): boolean {
  const own = commandsIn(script).map(({ words: [name] }) => `${name?.start}:${name?.raw}`)
  const grammar = commandNodes(root).map((name) => `${name.startIndex}:${name.text}`)
  return JSON.stringify(own.toSorted()) === JSON.stringify(grammar.toSorted())
}

/** Every simple command that has a name, wherever it stands. Declarations such as `export` are no commands for the grammar. */
export function commandsIn(statement: Statement): { readonly words: readonly Word[] }[] {
  const found: { readonly words: readonly Word[] }[] = []
  visit(statement, (one) => {
    if (one.kind === 'command' && one.words.length > 0 && !DECLARES.has(one.words[0]?.raw ?? '')) found.push(one)
  })
  return found
}

const DECLARES = new Set(['export', 'declare', 'typeset', 'local', 'readonly', 'unset', 'unsetenv', '['])

function commandNodes(node: ShellNode): ShellNode[] {
  const children = childrenOf(node)
  const inner = children.flatMap(commandNodes)
  if (node.type !== 'command') return inner
  const name = children.find(({ type }) => type === 'command_name')
  if (!name) return inner
  const [first] = joinPieces(children.filter((child) => child === name || isPiece(child)))
  const pieces = first ?? [name]
  const start = pieces[0] as ShellNode
  const end = pieces.at(-1) as ShellNode
  const offset = node.startIndex
  const text = node.text.slice(start.startIndex - offset, end.endIndex - offset)
  return [{ ...name, startIndex: start.startIndex, text }, ...inner]
}

export function visit(statement: Statement, see: (statement: Statement) => void): void {
  see(statement)
  for (const inner of statementsIn(statement)) visit(inner, see)
  for (const word of wordsIn(statement))
    for (const part of word.parts) if (part.kind === 'substitution' || part.kind === 'process') visit(part.body, see)
}

function statementsIn(statement: Statement): readonly Statement[] {
  switch (statement.kind) {
    case 'list':
      return statement.items.map((item) => item.statement)
    case 'chain':
      return statement.links.map((link) => link.statement)
    case 'pipeline':
      return statement.stages
    case 'group':
    case 'function':
    case 'for':
      return [statement.body]
    case 'while':
      return [statement.condition, statement.body]
    case 'if':
      return statement.branches.flatMap(({ condition, body }) => (condition ? [condition, body] : [body]))
    case 'case':
      return statement.branches.map(({ body }) => body)
    default:
      return []
  }
}

export function wordsIn(statement: Statement): readonly Word[] {
  const targets = 'redirections' in statement ? statement.redirections.map(({ target }) => target) : []
  if (statement.kind === 'command') return [...statement.assignments.flatMap(({ values }) => values), ...statement.words, ...targets]
  if (statement.kind === 'for' || statement.kind === 'test') return [...statement.words, ...targets]
  if (statement.kind === 'case') return [statement.word, ...statement.branches.flatMap(({ patterns }) => patterns), ...targets]
  return targets
}
