// When a message of a session was written: later than the one before it, whatever the clock says, so that its time is its place.
import type { SessionId } from '@countersign/protocol'
import type { Work } from '../core.ts'

export async function nextMoment({ tx, now }: Work, session_id: SessionId): Promise<string> {
  const [last] = await tx.messages.find({ equal: { session_id }, order: { column: 'created_at', descending: true }, limit: 1 })
  return new Date(Math.max(now, last ? Date.parse(last.created_at) + 1 : 0)).toISOString()
}
