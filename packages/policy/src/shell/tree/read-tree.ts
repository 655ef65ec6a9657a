// The first reader of a shell line: the tree of a real grammar. Known nodes become simple commands, findings and refusals; a kind of node
// that is not named here is refused.
import { type Sentence, sentence } from '@countersign/protocol'
import { childrenOf, type ShellNode } from '../grammar-types.ts'
import { readAssignments, readCommand } from './tree-commands.ts'
import { readFileRedirection, readHereDocument } from './tree-redirections.ts'
import {
  addHighFinding,
  goDeeper,
  openCommand,
  type Place,
  refuseConstruct,
  refuseNotUnderstood,
  startWalk,
  TOP,
  type TreeWalk,
} from './tree-walk.ts'
import { isPiece, joinPieces, readTreeWord } from './tree-words.ts'

type ReadNode = (walk: TreeWalk, node: ShellNode, place: Place) => void

export function readTree(line: string, root: ShellNode): TreeWalk {
  const walk = startWalk(line)
  const statements = childrenOf(root)
  if (root.type !== 'program') refuseNotUnderstood(walk, root)
  if (statements.filter(({ isNamed, type }) => isNamed && type !== 'comment').length > 1) walk.isSequence = true
  readStatements(walk, statements, TOP)
  return walk
}

function readStatements(walk: TreeWalk, nodes: readonly ShellNode[], place: Place): void {
  for (const node of nodes) {
    const read = STATEMENTS.get(node.type)
    if (read) read(walk, node, place)
    else refuseNotUnderstood(walk, node)
  }
}

const ARITHMETIC = sentence('subject.shell-arithmetic')

const skip: ReadNode = () => undefined
const refuseAs =
  (what: string | Sentence): ReadNode =>
  (walk) =>
    refuseConstruct(walk, what)

const readChildren: ReadNode = (walk, node, place) => readStatements(walk, childrenOf(node), place)

const readList: ReadNode = (walk, node, place) => {
  if (childrenOf(node).some(({ type }) => type === '||')) walk.isSequence = true
  readChildren(walk, node, place)
}

const readPipeline: ReadNode = (walk, node, place) => {
  childrenOf(node).forEach((child, index) => {
    readStatements(walk, [child], { ...place, piped: place.piped || index > 0 })
  })
}

const readGroup: ReadNode = (walk, node, place) => {
  const children = childrenOf(node)
  const inner = goDeeper(walk, place)
  walk.isSequence = true
  // `(( … ))` is arithmetic, which the grammar calls a compound statement too.
  if (!/^[({]$/.test(children[0]?.type ?? '')) refuseConstruct(walk, ARITHMETIC)
  else if (inner) readStatements(walk, children.slice(1, -1), inner)
}

const readControl: ReadNode = (walk, node, place) => {
  addHighFinding(walk, 'shell.control')
  walk.isBeyond = true
  walk.isSequence = true
  const children = childrenOf(node)
  if (children[0]?.type === 'select') refuseConstruct(walk, 'select')
  const inner = goDeeper(walk, place)
  if (!inner) return
  for (const word of joinPieces(children.filter(isPiece))) walk.looseWords.push(readTreeWord(walk, word, inner, readStatements))
  readStatements(
    walk,
    children.filter((child) => !isPiece(child) && !CONTROL_TOKENS.has(child.type)),
    inner,
  )
}

const CONTROL_TOKENS = new Set('if then else elif fi for in while until do done variable_name'.split(' '))

/** Redirections after a list or pipeline belong to its last command; those after a group are kept separately. */
const readRedirected: ReadNode = (walk, node, place) => {
  const children = childrenOf(node)
  const isRedirection = ({ type }: ShellNode): boolean => /_redirect$/.test(type)
  const body = children.filter((child) => !isRedirection(child))
  readStatements(walk, body, place)
  const belongsToLast = body.length > 0 && body.every(({ type }) => ENDS_IN_COMMAND.has(type))
  const command = (belongsToLast ? walk.commands.at(-1) : undefined) ?? openCommand(walk, place)
  for (const child of children.filter(isRedirection)) {
    if (child.type === 'heredoc_redirect') readHereDocument(walk, child, { command, place, readStatements })
    else readFileRedirection(walk, child, { command, place, readStatements })
  }
  if (!belongsToLast && body.length > 0 && command.words.length > 0) refuseNotUnderstood(walk, node)
}

const ENDS_IN_COMMAND = new Set(['command', 'list', 'pipeline', 'negated_command', 'variable_assignment', 'variable_assignments'])

const STATEMENTS: ReadonlyMap<string, ReadNode> = new Map(
  Object.entries<ReadNode>({
    command: (walk, node, place) => readCommand(walk, node, { place, readStatements }),
    list: readList,
    pipeline: readPipeline,
    negated_command: readChildren,
    redirected_statement: readRedirected,
    subshell: readGroup,
    compound_statement: readGroup,
    variable_assignment: (walk, node, place) => readAssignments(walk, [node], { place, readStatements }),
    variable_assignments: (walk, node, place) => readAssignments(walk, childrenOf(node), { place, readStatements }),
    if_statement: readControl,
    elif_clause: readControl,
    else_clause: readControl,
    while_statement: readControl,
    for_statement: readControl,
    do_group: readControl,
    file_redirect: (walk, node, place) => readFileRedirection(walk, node, { command: openCommand(walk, place), place, readStatements }),
    function_definition: refuseAs(sentence('subject.shell-function')),
    declaration_command: refuseAs(sentence('subject.shell-declaration')),
    unset_command: refuseAs('unset'),
    test_command: refuseAs(sentence('subject.shell-test')),
    case_statement: refuseAs('case'),
    c_style_for_statement: refuseAs(ARITHMETIC),
    '&': (walk) => addHighFinding(walk, 'shell.background'),
    '||': skip,
    '&&': skip,
    '|': skip,
    '|&': skip,
    ';': skip,
    '\n': skip,
    '!': skip,
    comment: skip,
  }),
)
