// What is known of one sub-command of git or npm.
import type { Risk } from '@countersign/protocol'
import type { Options } from './option-table.ts'

export interface SubCommand {
  readonly risk: Exclude<Risk, 'LOW'>
  readonly reason: string
  readonly options: Options
  readonly network?: boolean
  /** Operands are files of the workspace, whatever they look like. */
  readonly operands?: 'path'
  /** A first operand that raises to HIGH (`git stash drop`), and the words for it. */
  readonly actions?: Readonly<Record<string, string>>
  readonly networkActions?: readonly string[]
  /** Operands after `--` are files whose changes are thrown away. */
  readonly discardsPaths?: boolean
  /** Nothing lifts it. */
  readonly refused?: string
}

export const medium = (reason: string, options: Options = {}, more: Partial<SubCommand> = {}): SubCommand => ({
  risk: 'MEDIUM',
  reason,
  options,
  ...more,
})
export const high = (reason: string, options: Options = {}, more: Partial<SubCommand> = {}): SubCommand => ({
  risk: 'HIGH',
  reason,
  options,
  ...more,
})
