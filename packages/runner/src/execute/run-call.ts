// One cleared call of the server, from its parameters to its result in the outbox. The order is the promise: nothing runs before
// the journal has it on disk, nothing is posted before the outbox has it on disk; only what may run again is spared the waiting.
import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, ServerUnreachable } from '@countersign/client'
import {
  type AttemptId,
  type Clearance,
  type ExecutionId,
  Failure,
  type ProjectId,
  type ResultBody,
  resolveReferences,
  strictBodyText,
} from '@countersign/protocol'
import { type Call, findTool, type Params, readCall, usesPort } from '@countersign/tools'
import { refuseClearance, requireAccepted } from '../clearance/refusals.ts'
import type { ServerRules } from '../clearance/server-rules.ts'
import type { CallOutputs } from '../output/call-outputs.ts'
import { failureBody, type StorePorts, storeResult } from './results.ts'
import { type RunClearedPorts, runCleared } from './run-cleared.ts'

export interface ClearedCall {
  readonly tool_id: ExecutionId
  readonly attempt_id: AttemptId
  readonly tool_name: string
  readonly tool_params: Params
  readonly clearance: Clearance
}

export interface RunPorts extends StorePorts, RunClearedPorts {
  readonly serverRules: ServerRules
  readonly outputs: CallOutputs
}

/** The result is not kept back for an output that does not arrive: the rest of it may follow. */
const MAX_OUTPUT_WAIT_MILLISECONDS = 5_000

/** Resolves when the result is in the outbox, whatever it is. Throws ServerUnreachable where large values could not travel and nothing was changed. */
export async function runCall(ports: RunPorts, sent: ClearedCall, signal: AbortSignal): Promise<void> {
  const begun = performance.now()
  const { clearance, attempt_id } = sent
  const output = isCommand(sent.tool_name) ? ports.outputs.begin(sent) : undefined
  let body: ResultBody
  try {
    const call = await readSentCall(ports, sent)
    const policy = await ports.serverRules.require(clearance.policy_version)
    const result = await runCleared(ports, { call, clearance, policy, signal, onOutput: output?.write ?? ignore })
    body = { status: 'completed', result, attempt_id }
  } catch (error) {
    if (error instanceof ServerUnreachable) throw error
    body = failureBody(ports, sent, error, signal)
  }
  // The last of the output travels while the result goes to the disk; the result is posted when both are there.
  const execution_time_ms = Math.round(performance.now() - begun)
  const ended = output?.end()
  const printed = ended && { output_bytes: ended.bytes }
  await storeResult(ports, sent, { body: { ...body, execution_time_ms, ...printed }, outputSent: ended && inTime(ended.sent) })
}

const ignore = (): void => undefined

/** A process that outlives its call prints later, and reports its output by itself. */
function isCommand(name: string): boolean {
  const tool = findTool(name)
  return tool !== undefined && usesPort(tool, 'processes')
}

async function inTime(sent: Promise<unknown>): Promise<void> {
  const over = new AbortController()
  const time = sleep(MAX_OUTPUT_WAIT_MILLISECONDS, undefined, { signal: over.signal }).catch(() => undefined)
  await Promise.race([sent, time])
  over.abort()
}

export interface FetchPorts {
  readonly client: Client
  readonly projectId: ProjectId
}

/** With its large values in place. Who may call the tool is the server's business. */
export async function readSentCall(
  ports: FetchPorts,
  { tool_name, tool_params }: Pick<ClearedCall, 'tool_name' | 'tool_params'>,
): Promise<Call> {
  const whole = await resolveReferences(tool_params, (sha256) => fetchText(ports, sha256))
  return requireAccepted(readCall(tool_name, whole, { byOperator: true }))
}

/** What arrives must be what the reference names. */
async function fetchText({ client, projectId }: FetchPorts, sha256: string): Promise<string> {
  const bytes = await client.getBody({ params: { p: projectId, sha256 } })
  if (hash('sha256', bytes) !== sha256) throw refuseClearance('a large value is not the one that was cleared')
  try {
    return strictBodyText(bytes)
  } catch (cause) {
    throw new Failure('ENCODING_ERROR', { subject: 'a large value' }, { cause })
  }
}
