// The grants that count for a session and agent now.
import type { Grant, SessionId } from '@countersign/protocol'
import type { Work } from '../core.ts'

export async function activeGrants(work: Work, session: SessionId, agent: string): Promise<Grant[]> {
  return work.tx.grants.find({ equal: { session_id: session, agent, revoked_at: null }, range: { column: 'expires_at', atLeast: work.at } })
}
