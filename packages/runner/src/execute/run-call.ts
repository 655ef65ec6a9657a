// One cleared call, from judgement to result. The order is the promise: nothing runs before the journal has it on disk,
// nothing is posted before the outbox has it on disk; only what may run again without harm is spared the waiting.
import { setTimeout as sleep } from 'node:timers/promises'
import { ServerUnreachable } from '@countersign/client'
import { type AttemptId, type Clearance, type ExecutionId, Failure, type ResultBody } from '@countersign/protocol'
import { findTool } from '@countersign/tools'
import type { ServerRules } from '../clearance/server-rules.ts'
import type { CallOutputs } from '../output/call-outputs.ts'
import { causeOf, failedResult, printedBy, tellError } from './failed-result.ts'
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
  readonly serverRules: ServerRules
  readonly outputs: CallOutputs
}

/** The result is not kept back for an output that does not arrive: the rest of it may follow. */
const MAX_OUTPUT_WAIT_MILLISECONDS = 5_000

/** Resolves when the result is in the outbox, whatever it is. Throws ServerUnreachable where large values could not travel and nothing was changed. */
export async function runCall(ports: RunPorts, call: ClearedCall, signal: AbortSignal): Promise<void> {
  const begun = performance.now()
  const output = ports.outputs.begin(call)
  let body: ResultBody
  try {
    const tool = requireTool(call.tool_name)
    const input = readInput(tool, await resolveBodies(ports.client, ports.projectId, call.tool_params))
    const policy = await ports.serverRules.require(call.clearance.policy_version)
    const result = await runJudged(ports, { ...call, tool, input, policy, signal, onOutput: output.write })
    body = { status: 'completed', result, attempt_id: call.attempt_id }
  } catch (error) {
    if (error instanceof ServerUnreachable) throw error
    body = failureBody(ports, call, error, signal)
  }
  // The last of the output travels while the result goes to the disk; the result is posted when both are there.
  const execution_time_ms = Math.round(performance.now() - begun)
  const { bytes, sent } = output.end()
  const printed = isCommand(call.tool_name) ? { output_bytes: bytes } : {}
  await storeResult(ports, call, { body: { ...body, execution_time_ms, ...printed }, outputSent: inTime(sent) })
}

/** What it starts to outlive it prints later, and tells of it later. */
const isCommand = (name: string): boolean => findTool(name)?.uses.includes('processes') === true

async function inTime(sent: Promise<unknown>): Promise<void> {
  const over = new AbortController()
  const time = sleep(MAX_OUTPUT_WAIT_MILLISECONDS, undefined, { signal: over.signal }).catch(() => undefined)
  await Promise.race([sent, time])
  over.abort()
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
