// What a model reads of a call that has ended: what the engine reports of it, marked as data where it came out of the workspace.
import type { Engine } from '@countersign/core'
import type { Execution } from '@countersign/protocol'

export interface DescribedResult {
  readonly text: string
  readonly failed: boolean
}

export type DescribeResult = (execution: Execution) => Promise<DescribedResult>

export const createDescribeResult =
  (engine: Pick<Engine, 'report' | 'rawResult'>): DescribeResult =>
  async (execution) => ({ text: await engine.report(execution, await engine.rawResult(execution)), failed: didFail(execution) })

export const didFail = ({ status, result }: Execution): boolean =>
  status !== 'completed' || (result as { success?: unknown } | null)?.success === false
