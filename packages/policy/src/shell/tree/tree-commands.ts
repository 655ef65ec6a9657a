// Simple commands of a line, from its tree: assignments, words and redirections in the order in which they are written.
import { childrenOf, type ShellNode } from '../grammar-types.ts'
import type { SimpleCommand } from '../shell-command.ts'
import { readFileRedirection } from './tree-redirections.ts'
import { openCommand, type Place, refuseNotUnderstood, type TreeWalk } from './tree-walk.ts'
import { checkBlanksBetween, isPiece, joinPieces, type ReadStatements, readTreeWord } from './tree-words.ts'

export interface CommandContext {
  readonly place: Place
  readonly readStatements: ReadStatements
}

export function readCommand(walk: TreeWalk, node: ShellNode, context: CommandContext): void {
  const command = openCommand(walk, context.place)
  const children = childrenOf(node)
  checkBlanksBetween(walk, children)
  let pieces: ShellNode[] = []
  const takeWords = (): void => {
    for (const word of joinPieces(pieces)) command.words.push(readTreeWord(walk, word, context.place, context.readStatements))
    pieces = []
  }
  for (const child of children) {
    if (child.type === 'command_name' || isPiece(child)) pieces.push(child)
    else {
      takeWords()
      readPart(walk, child, command, context)
    }
  }
  takeWords()
  if (context.place.substituted) walk.looseWords.push(...command.words)
}

function readPart(walk: TreeWalk, node: ShellNode, command: SimpleCommand, context: CommandContext): void {
  const isRedirection = node.type === 'file_redirect' || node.type === 'herestring_redirect'
  if (isRedirection) readFileRedirection(walk, node, { command, ...context })
  else readAssignment(walk, node, command, context)
}

/** Assignments without a command. */
export function readAssignments(walk: TreeWalk, nodes: readonly ShellNode[], context: CommandContext): void {
  const command = openCommand(walk, context.place)
  checkBlanksBetween(walk, nodes)
  for (const node of nodes) readAssignment(walk, node, command, context)
}

function readAssignment(walk: TreeWalk, node: ShellNode, command: SimpleCommand, { place, readStatements }: CommandContext): void {
  const [name] = childrenOf(node)
  const isPlain = node.type === 'variable_assignment' && name?.type === 'variable_name'
  if (isPlain) command.assignments.push(readTreeWord(walk, [node], place, readStatements))
  else refuseNotUnderstood(walk, node)
}
