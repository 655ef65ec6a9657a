// What the model requests in a turn, by kind of tool: the same work under each program's own name for the tool.
import { READ_CONTENT, READ_PATH } from '../side.ts'

export type Kind = 'read' | 'write' | 'command'
export const KINDS: readonly Kind[] = ['read', 'write', 'command']

/** `{n}` is replaced by the number of the call. */
export interface PlannedCall {
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
  /** What the model must get back: a tool that fails looks fast. */
  readonly told: string
}

export interface Plan {
  readonly calls: number
  readonly call: PlannedCall
  /** Milliseconds before each answer; none if omitted. */
  readonly thinks?: number
}

export const WRITTEN = 'Line {n} of a small file that a model wrote.\n'

/** A separate file for every call: a program may refuse to overwrite what it has not read. */
export const writtenPath = (turn: string): string => `out/${turn}-{n}.txt`

export function ourCall(kind: Kind, turn: string): PlannedCall {
  if (kind === 'read') return { name: 'read_file', arguments: { path: READ_PATH }, told: READ_CONTENT.trim() }
  if (kind === 'write') return { name: 'write_file', arguments: { path: writtenPath(turn), content: WRITTEN }, told: writtenPath(turn) }
  return { name: 'execute_command', arguments: { command: 'ls', args: ['-la'] }, told: 'notes' }
}

export function opencodeCall(kind: Kind, turn: string, workspace: string): PlannedCall {
  if (kind === 'read') return { name: 'read', arguments: { filePath: `${workspace}/${READ_PATH}` }, told: READ_CONTENT.trim() }
  if (kind === 'write')
    return { name: 'write', arguments: { filePath: `${workspace}/${writtenPath(turn)}`, content: WRITTEN }, told: 'success' }
  return { name: 'bash', arguments: { command: 'ls -la', description: 'Lists the folder' }, told: 'notes' }
}
