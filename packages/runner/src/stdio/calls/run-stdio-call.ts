// One call on stdio, from judgement to result. Whatever happens, there is a result.
import {
  type Clearance,
  type CodelabMessageOf,
  callDigest,
  Failure,
  LIMITS,
  type ResultBody,
  refusalOnChannel,
  sentence,
} from '@countersign/protocol'
import { failureBody } from '../../execute/results.ts'
import { runCleared } from '../../execute/run-call.ts'
import { askQuestion } from '../asking/ask-question.ts'
import { type ClearedStdioCall, clearCall } from '../asking/clear-call.ts'
import { readStdioCall } from '../asking/read-stdio-call.ts'
import { isWithinFrame } from '../asking/send-question.ts'
import type { StdioPorts } from '../asking/stdio-ports.ts'
import type { CallIdentity } from './call-identity.ts'
import type { RunSlots } from './run-slots.ts'

/** How long the journal knows a call that has ended: a parent that repeats it later means it. */
const KNOWN_SECONDS = 24 * 60 * 60

export interface StdioCall {
  readonly message: CodelabMessageOf<'tool_call'>
  readonly identity: CallIdentity
  readonly slots: RunSlots
  readonly signal: AbortSignal
}

export async function runStdioCall(ports: StdioPorts, call: StdioCall): Promise<ResultBody> {
  const { attempt_id } = call.identity
  try {
    const result = await resultOf(ports, call)
    const body = { status: 'completed', result, attempt_id } as const
    const refused = refusalOnChannel(result) ?? (isWithinFrame(body) ? undefined : tooLong())
    if (refused) throw refused
    return body
  } catch (error) {
    return failureBody(ports, { ...call.identity, tool_name: call.message.tool_name }, error, call.signal)
  }
}

const tooLong = (): Failure =>
  new Failure('FILE_TOO_LARGE', { subject: sentence('stdio.result-too-long', { count: LIMITS.maxFrameBytes }) })

async function resultOf(ports: StdioPorts, { message, identity, slots, signal }: StdioCall): Promise<Record<string, unknown>> {
  const { call_id, tool_name, args, requires_approval = false } = message
  const judged = await readStdioCall(ports, tool_name, args)
  if (judged.shown) return askQuestion(ports, { call_id, judged, preview: judged.shown })
  const cleared = await clearCall(ports, { call_id, judged, requiresApproval: requires_approval, signal })
  using _slot = await slots.take(signal)
  // `await`: the slot is given back when the call has ended, not when it has begun.
  return await runAsParent(ports, identity, cleared, signal)
}

async function runAsParent(
  ports: StdioPorts,
  { tool_id, attempt_id }: CallIdentity,
  { judged, by, base_digests }: ClearedStdioCall,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const { tool, args, risk, network } = judged
  const exp = Math.ceil(ports.clock() / 1000) + KNOWN_SECONDS
  const clearance: Clearance = {
    execution_id: tool_id,
    attempt_id,
    call_digest: callDigest({ tool_name: tool.name, tool_params: args, network }),
    base_digests,
    risk,
    network,
    mode: ports.judgedBy.mode,
    by,
    policy_version: 'stdio',
    exp,
  }
  ports.journal.accepted({ tool_id, attempt_id, expires_at: exp * 1000, by })
  ports.logger.info({ tool_id, attempt_id, tool_name: tool.name, risk, by }, 'a call runs')
  const { judgedBy, session } = ports
  return runCleared(ports, { call: judged, clearance, policy: judgedBy.policy, session, signal, onOutput: ignore })
}

/** The messages of this channel have no room for live output. */
const ignore = (): void => undefined
