// What a model is told of a call that has ended: what the engine reports of it, marked as data where it came out of the workspace.
import { type Engine, rawResult, reportOf } from '@countersign/core'
import type { Execution } from '@countersign/protocol'

export interface ToldResult {
  readonly text: string
  readonly failed: boolean
}

export type TellResult = (execution: Execution) => Promise<ToldResult>

export const createTellResult =
  ({ core }: Pick<Engine, 'core'>): TellResult =>
  async (execution) => ({ text: await reportOf(core, execution, await rawResult(core, execution)), failed: didFail(execution) })

export const didFail = ({ status, result }: Execution): boolean =>
  status !== 'completed' || (result as { success?: unknown } | null)?.success === false
