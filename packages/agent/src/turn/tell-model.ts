// What a model is told of a call that has ended: what the engine reports of it, marked as data where it came out of the workspace.
import { type Engine, rawResult, reportOf } from '@countersign/core'
import type { Execution, ExecutionId } from '@countersign/protocol'

export interface ToldResult {
  readonly text: string
  readonly failed: boolean
}

export type TellResult = (execution: Execution) => Promise<ToldResult>

/** The same execution is told again in every step of a turn. */
export function createTellResult({ core }: Pick<Engine, 'core'>): TellResult {
  const told = new Map<ExecutionId, ToldResult>()
  return async (execution) => {
    const known = told.get(execution.id)
    if (known) return known
    const text = await reportOf(core, execution, await rawResult(core, execution))
    const result = { text, failed: didFail(execution) }
    told.set(execution.id, result)
    return result
  }
}

export const didFail = ({ status, result }: Execution): boolean =>
  status !== 'completed' || (result as { success?: unknown } | null)?.success === false
