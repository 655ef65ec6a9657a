// What is collected while the tree of a line is walked. A refusal does not stop the walk; the first refusal counts.
import { type ErrorCode, type PlainFormName, type Sentence, sentence } from '@countersign/protocol'
import { type Finding, printable, type Refusal, refusal } from '../../risk/index.ts'
import type { ShellNode } from '../grammar-types.ts'
import type { ShellWord, SimpleCommand } from '../shell-command.ts'
import { SHELL_LIMITS } from '../shell-limits.ts'

const PLAINLY = sentence('advice.plain-commands')

export interface TreeWalk {
  readonly line: string
  readonly commands: SimpleCommand[]
  readonly findings: Map<string, Finding>
  readonly refusals: Refusal[]
  /** Words that become words of other commands: values of a loop, and the arguments of a substituted command. */
  readonly looseWords: ShellWord[]
  /** Contains constructs that the second reader does not model, so that the two cannot be compared. */
  isBeyond: boolean
  /** Something may run although an earlier command failed: `;`, `||`, a new line. */
  isSequence: boolean
}

export interface Place {
  readonly depth: number
  readonly piped: boolean
  readonly substituted: boolean
}

export const TOP: Place = { depth: 0, piped: false, substituted: false }

export const startWalk = (line: string): TreeWalk => ({
  line,
  commands: [],
  findings: new Map(),
  refusals: [],
  looseWords: [],
  isBeyond: false,
  isSequence: false,
})

export function addHighFinding(walk: TreeWalk, form: PlainFormName): void {
  walk.findings.set(form, { risk: 'HIGH', sentence: sentence(form) })
}

export function addRefusal(walk: TreeWalk, code: ErrorCode, subject: string | Sentence, advice?: Sentence): void {
  walk.refusals.push(refusal(code, subject, advice))
}

export function refuseConstruct(walk: TreeWalk, what: string | Sentence): void {
  addRefusal(walk, 'COMMAND_NOT_ALLOWED', what, PLAINLY)
}

export function refuseNotUnderstood(walk: TreeWalk, node: ShellNode): void {
  const text = printable(node.text || node.type, 'not understood: ')
  addRefusal(walk, 'INVALID_ARGUMENTS', sentence('subject.not-understood', { text }), PLAINLY)
}

export function openCommand(walk: TreeWalk, place: Place): SimpleCommand {
  const command: SimpleCommand = { assignments: [], words: [], redirections: [], piped: place.piped }
  if (walk.commands.length >= SHELL_LIMITS.maxCommands)
    addRefusal(walk, 'INVALID_ARGUMENTS', sentence('subject.too-many-commands', { count: SHELL_LIMITS.maxCommands }))
  else walk.commands.push(command)
  return command
}

export function goDeeper(walk: TreeWalk, place: Place): Place | undefined {
  if (place.depth < SHELL_LIMITS.maxDepth) return { ...place, depth: place.depth + 1 }
  addRefusal(walk, 'INVALID_ARGUMENTS', sentence('subject.nested-too-deep', { count: SHELL_LIMITS.maxDepth }))
  return undefined
}
