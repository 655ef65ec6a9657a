// One cleared call, from judgement to result. The order is the promise: nothing runs before the journal has it on disk,
// nothing is posted before the outbox has it on disk; only what may run again without harm is spared the waiting.
import { ServerUnreachable } from '@countersign/client'
import type { Facts } from '@countersign/policy'
import { type AttemptId, type Clearance, type ExecutionId, Failure, type ResultBody } from '@countersign/protocol'
import { causeOf, failedResult, printedBy, tellError } from './failed-result.ts'
import { createLiveOutput } from './live-output.ts'
import { readInput, requireTool } from './read-input.ts'
import { type Params, resolveBodies } from './resolve-bodies.ts'
import { type JudgedRunPorts, runJudged } from './run-judged.ts'
import { type StorePorts, storeResult } from './store-result.ts'

export interface ClearedCall {
  readonly tool_id: ExecutionId
  readonly attempt_id: AttemptId
  readonly tool_name: string
  readonly tool_params: Params
  readonly clearance: Clearance
}

export interface RunPorts extends StorePorts, JudgedRunPorts {
  /** As the server said at the last hello. */
  readonly extraCommands: () => NonNullable<Facts['extraCommands']>
}

/** Resolves when the result is in the outbox, whatever it is. Throws ServerUnreachable where large values could not travel and nothing was changed. */
export async function runCall(ports: RunPorts, call: ClearedCall, signal: AbortSignal): Promise<void> {
  const begun = performance.now()
  const live = createLiveOutput({ ...ports, ...call, mask: ports.masker.maskText })
  let body: ResultBody
  try {
    const tool = requireTool(call.tool_name)
    const input = readInput(tool, await resolveBodies(ports.client, ports.projectId, call.tool_params))
    const extraCommands = ports.extraCommands()
    const result = await runJudged(ports, { ...call, tool, input, extraCommands, signal, onOutput: live.write })
    body = { status: 'completed', result, attempt_id: call.attempt_id }
  } catch (error) {
    if (error instanceof ServerUnreachable) throw error
    body = failureBody(ports, call, error, signal)
  }
  // The last of the output travels while the result goes to the disk; the result is posted when both are there.
  const execution_time_ms = Math.round(performance.now() - begun)
  await storeResult(ports, call, { body: { ...body, execution_time_ms }, outputSent: live.end() })
}

function failureBody({ logger, masker }: RunPorts, call: ClearedCall, error: unknown, signal: AbortSignal): ResultBody {
  const { tool_id, attempt_id, tool_name } = call
  const cause = causeOf(error, signal)
  const told = tellError(cause, logger, { tool_id, attempt_id, tool_name })
  return failedResult(
    { ...told, error: masker.maskText(told.error) },
    attempt_id,
    cause instanceof Failure ? printedBy(cause, masker) : undefined,
  )
}
