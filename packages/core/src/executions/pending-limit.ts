// How many calls of a session may wait for an answer at once.
import { LIMITS, type Session } from '@countersign/protocol'
import type { Work } from '../core.ts'

export const isFull = async (work: Work, session_id: Session['id']): Promise<boolean> =>
  (await work.tx.executions.count({
    equal: { session_id },
    among: { column: 'status', values: ['pending', 'awaiting_approval'] },
  })) >= LIMITS.maxPendingApprovalsPerSession
