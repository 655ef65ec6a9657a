// Ends a grant before its time.
import type { ExecutionId, Grant } from '@countersign/protocol'
import type { Work } from '../work/core.ts'

interface Revoking {
  /** The one call that used a grant of scope `exact`. */
  readonly usedBy?: ExecutionId
  /** Who revoked it. */
  readonly by?: string
}

/** What it cleared stays cleared. False if it had already ended. */
export async function revoke(work: Work, grant: Grant, { usedBy, by }: Revoking = {}): Promise<boolean> {
  if (!(await work.tx.grants.update({ ...grant, revoked_at: work.at }, { revoked_at: null }))) return false
  work.emit('grant.revoked', { ...grantFacts(grant), ...(usedBy && { used_by: usedBy }), ...(by !== undefined && { by }) })
  return true
}

/** What the log says of a grant. */
export const grantFacts = ({ id, session_id, covers, covers_form, scope, never, agent, every_agent, cover_high, expires_at }: Grant) => ({
  grant_id: id,
  session_id,
  covers,
  covers_form,
  scope,
  never,
  agent,
  every_agent,
  cover_high,
  expires_at,
})
