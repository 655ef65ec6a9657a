// The state of a call as a card shows it, in more detail than its status: a refused call never ran, a completed program may have
// failed.
import { isRefused, type Status } from '@countersign/protocol'
import type { Call } from '../../mirror/calls/call.ts'

export type CallState = Exclude<Status, 'completed'> | 'done' | 'ended-badly' | 'refused' | 'waiting-for-runner'

export function stateOf(call: Call, isRunnerOnline: boolean): CallState {
  const { status, summary } = call
  if (status === 'completed') return summary.success === false ? 'ended-badly' : 'done'
  if (isRefused(call)) return 'refused'
  return (status === 'approved' || status === 'pending') && !isRunnerOnline ? 'waiting-for-runner' : status
}

/** In milliseconds; null while it runs or if it never ran. */
export function durationOf({ execution_time_ms, started_at, completed_at }: Call): number | null {
  if (execution_time_ms !== null) return execution_time_ms
  return started_at !== null && completed_at !== null ? Math.max(0, Date.parse(completed_at) - Date.parse(started_at)) : null
}
