// One row of the log, as its readers get it: the runner sees what it may run, the operator sees everything else.
// An attempt that no longer counts is never shown to a runner again, so nothing runs from history.
import { type Execution, LIMITS } from '@countersign/protocol'
import type { FeedItem, LiveDetail } from '../../feed/follower.ts'
import type { Core } from '../../work/core.ts'
import { rawParams } from '../raw.ts'
import { describeCall } from './view.ts'

export type Audience = 'operator' | 'runner' | 'both'

export interface RenderedEvent {
  readonly type: string
  readonly data: object
}

const FOR_RUNNER = new Set(['tool.preview_request', 'tool.execution_signal', 'tool.cancel', 'tool.result_ack'])

export async function renderItem(core: Core, { row, live }: FeedItem, audience: Audience): Promise<RenderedEvent[]> {
  if (audience === 'runner' && !FOR_RUNNER.has(row.type)) return []
  // Transitions and digests are for whoever checks the log, not for whoever follows it.
  const { moves, result_digest, ...payload } = JSON.parse(row.payload) as Record<string, unknown>
  if (audience === 'operator') return forOperator(row.type, payload)
  if (!FOR_RUNNER.has(row.type)) return [{ type: row.type, data: payload }]
  const forRunner = await forRunnerOnly(core, row.type, payload, live)
  return audience === 'both' && row.type === 'tool.execution_signal' ? [...forOperator(row.type, payload), ...forRunner] : forRunner
}

/** To an operator a signal is news of the call, without the power to run it; a preview is between server and runner. */
function forOperator(type: string, payload: Record<string, unknown>): RenderedEvent[] {
  if (type === 'tool.preview_request') return []
  if (type !== 'tool.execution_signal') return [{ type, data: payload }]
  const { tool_id, session_id, call_id, agent, tool_name, tool_params, risk_level, timestamp } = payload
  const call = { tool_name: tool_name as string, tool_params: (tool_params ?? {}) as object }
  const begun = { tool_id, session_id, call_id, agent, tool_name, tool_params, status: 'executing', risk_level, timestamp }
  return [{ type: 'tool.status', data: tool_params ? { ...begun, description: describeCall(call) } : begun }]
}

async function forRunnerOnly(
  core: Core,
  type: string,
  payload: Record<string, unknown>,
  live: LiveDetail | undefined,
): Promise<RenderedEvent[]> {
  if (type === 'tool.cancel' || type === 'tool.result_ack') return [{ type, data: payload }]
  const detail = live ?? (await stillOpen(core, type, payload))
  if (!detail) return []
  const { tool_id, attempt_id, tool_name, digest, timestamp } = payload
  const long = JSON.stringify(detail.tool_params).length > LIMITS.inlineValueBytes
  const call = { tool_id, tool_name, tool_params: long ? {} : detail.tool_params, digest, ...(long && { abridged: true }), timestamp }
  return [{ type, data: type === 'tool.execution_signal' ? { ...call, attempt_id, clearance: detail.clearance } : call }]
}

async function stillOpen(core: Core, type: string, payload: Record<string, unknown>): Promise<LiveDetail | undefined> {
  const execution = await core.store.read((tx) => tx.executions.get(payload.tool_id as string))
  if (!execution || !counts(execution, type, payload)) return undefined
  const detail = { tool_params: await rawParams(core, execution) }
  return execution.status === 'executing' ? { ...detail, clearance: execution.clearance } : detail
}

const counts = (execution: Execution, type: string, payload: Record<string, unknown>): boolean =>
  type === 'tool.preview_request'
    ? execution.status === 'pending' && execution.call_digest === payload.digest
    : execution.status === 'executing' && execution.attempt_id === payload.attempt_id
