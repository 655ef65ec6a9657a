// One row of the log as each reader gets it: the runner sees what it may run, the operator sees everything else. An outdated attempt is
// never shown to a runner again, so nothing runs from history.
import { type Execution, inEnglish, isSeenBy, LIMITS, type RowPayload, readRow, readSentEvent, type SentEvent } from '@countersign/protocol'
import type { FeedItem, LiveDetail } from '../../feed/follower.ts'
import type { Core } from '../../work/core.ts'
import { rawParams } from '../record.ts'
import { describeCall } from './view.ts'

export type Audience = 'operator' | 'runner' | 'both'

/** The rows that a runner acts on: they are sent with the raw parameters. */
type ForRunner = { [T in 'tool.preview_request' | 'tool.execution_signal']: { readonly type: T; readonly payload: RowPayload<T> } }

export async function renderItem(core: Core, item: FeedItem, audience: Audience): Promise<SentEvent[]> {
  const { type } = item.row
  if (audience === 'runner' && !isSeenBy(type, 'runner')) return []
  const row = readRow(item.row)
  if (row.type !== 'tool.preview_request' && row.type !== 'tool.execution_signal') return [readSentEvent(item.row)]
  const forOperator = audience !== 'runner' && row.type === 'tool.execution_signal' ? [renderStart(row.payload)] : []
  return audience === 'operator' ? forOperator : [...forOperator, ...(await renderForRunner(core, row, item.live))]
}

/** To an operator, a signal reports on the call without the power to run it; a preview stays between server and runner. */
function renderStart(payload: RowPayload<'tool.execution_signal'>): SentEvent {
  const { tool_id, session_id, call_id, agent, tool_name, tool_params, risk_level, timestamp } = payload
  const begun = { tool_id, session_id, call_id, agent, tool_name, tool_params, status: 'executing', risk_level, timestamp } as const
  const title = tool_params && describeCall({ tool_name, tool_params })
  return { type: 'tool.status', data: title ? { ...begun, description: inEnglish(title), description_form: title } : begun }
}

async function renderForRunner(core: Core, row: ForRunner[keyof ForRunner], live: LiveDetail | undefined): Promise<SentEvent[]> {
  const detail = live ?? (await readOpenCall(core, row))
  if (!detail) return []
  const { tool_id, tool_name, digest, timestamp } = row.payload
  const isLong = JSON.stringify(detail.tool_params).length > LIMITS.inlineValueBytes
  const tool_params = isLong ? {} : detail.tool_params
  const call = { tool_id, tool_name, tool_params, digest, ...(isLong && { abridged: true }), timestamp }
  if (row.type === 'tool.preview_request') return [{ type: row.type, data: call }]
  const { attempt_id } = row.payload
  return detail.clearance === undefined ? [] : [{ type: row.type, data: { ...call, attempt_id, clearance: detail.clearance } }]
}

/** Undefined if the call no longer waits for this. */
async function readOpenCall(core: Core, row: ForRunner[keyof ForRunner]): Promise<LiveDetail | undefined> {
  const execution = await core.store.read((tx) => tx.executions.get(row.payload.tool_id))
  if (!execution || !isOpen(execution, row)) return undefined
  const detail = { tool_params: await rawParams(core, execution) }
  return execution.status === 'executing' ? { ...detail, clearance: execution.clearance } : detail
}

const isOpen = (execution: Execution, row: ForRunner[keyof ForRunner]): boolean =>
  row.type === 'tool.preview_request'
    ? execution.status === 'pending' && execution.call_digest === row.payload.digest
    : execution.status === 'executing' && execution.attempt_id === row.payload.attempt_id
