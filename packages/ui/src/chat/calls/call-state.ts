// How a call stands, in more words than the lifecycle has: what was refused never ran, a program may end badly although it ran.
import { isRefused, type Status } from '@countersign/protocol'
import type { Call } from '../../mirror/calls/call.ts'

export type CallState = Exclude<Status, 'completed'> | 'done' | 'ended-badly' | 'refused' | 'waiting-for-runner'

export function stateOf(call: Call, isRunnerOnline: boolean): CallState {
  const { status, summary } = call
  if (status === 'completed') return summary.success === false ? 'ended-badly' : 'done'
  if (isRefused(call)) return 'refused'
  return (status === 'approved' || status === 'pending') && !isRunnerOnline ? 'waiting-for-runner' : status
}

/** In milliseconds; null while it runs or where it never did. */
export function durationOf({ execution_time_ms, started_at, completed_at }: Call): number | null {
  if (execution_time_ms !== null) return execution_time_ms
  return started_at !== null && completed_at !== null ? Math.max(0, Date.parse(completed_at) - Date.parse(started_at)) : null
}
