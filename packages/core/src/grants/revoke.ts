// The end of a grant before its time. What it cleared already stays cleared.
import type { ExecutionId, Grant } from '@countersign/protocol'
import type { Work } from '../core.ts'

/** False where it had ended before. `usedBy` is the one call that a grant of scope `exact` was for. */
export async function revoke(work: Work, grant: Grant, usedBy?: ExecutionId): Promise<boolean> {
  if (!(await work.tx.grants.update({ ...grant, revoked_at: work.at }, { revoked_at: null }))) return false
  const { id, session_id, covers } = grant
  work.emit('grant.revoked', { grant_id: id, session_id, covers, ...(usedBy && { used_by: usedBy }) })
  return true
}
