// What a model is told of a call that has ended: what the engine reports of it, marked as data where it came out of the workspace.
import type { Engine } from '@countersign/core'
import type { Execution } from '@countersign/protocol'

export interface ToldResult {
  readonly text: string
  readonly failed: boolean
}

export type TellResult = (execution: Execution) => Promise<ToldResult>

export const createTellResult =
  (engine: Pick<Engine, 'report' | 'rawResult'>): TellResult =>
  async (execution) => ({ text: await engine.report(execution, await engine.rawResult(execution)), failed: didFail(execution) })

export const didFail = ({ status, result }: Execution): boolean =>
  status !== 'completed' || (result as { success?: unknown } | null)?.success === false
