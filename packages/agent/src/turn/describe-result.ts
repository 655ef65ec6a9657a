// What a model reads about an ended call: the engine's report, marked as data if it came from the workspace.
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
