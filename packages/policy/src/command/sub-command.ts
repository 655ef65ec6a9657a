// What is known about one sub-command of git or npm.
import type { PlainFormName, Risk } from '@countersign/protocol'
import type { Options } from './option-table.ts'

export interface SubCommand {
  readonly risk: Exclude<Risk, 'LOW'>
  readonly reason: PlainFormName
  readonly options: Options
  readonly network?: boolean
  /** Operands are files of the workspace, whatever they look like. */
  readonly operands?: 'path'
  /** A first operand that raises the risk to HIGH (`git stash drop`), and the form that describes what it does. */
  readonly actions?: Readonly<Record<string, PlainFormName>>
  readonly networkActions?: readonly string[]
  /** Operands after `--` are files whose changes are discarded. */
  readonly discardsPaths?: boolean
  /** Refused: nothing overrides it. */
  readonly refused?: PlainFormName
}

export const medium = (reason: PlainFormName, options: Options = {}, more: Partial<SubCommand> = {}): SubCommand => ({
  risk: 'MEDIUM',
  reason,
  options,
  ...more,
})
export const high = (reason: PlainFormName, options: Options = {}, more: Partial<SubCommand> = {}): SubCommand => ({
  risk: 'HIGH',
  reason,
  options,
  ...more,
})
