// Rows of the log for tests that write to a store directly. Each is held against the registry of events first.
import { assertRegistered, type EventDraft, type ExecutionId, type GrantId, type SessionId } from '@countersign/protocol'
import { AT, nextId } from './records.ts'

function checked<Draft extends EventDraft>(draft: Draft): Draft {
  assertRegistered(draft)
  return draft
}

/** About no call. */
export const sampleRow = (...paths: string[]): EventDraft => checked({ type: 'files.changed', payload: { paths, timestamp: AT } })

export const sampleRows = (count: number, pathOf: (index: number) => string = String): EventDraft[] =>
  Array.from({ length: count }, (_, index) => sampleRow(pathOf(index)))

export const sampleRowOfCall = (tool_id: ExecutionId): EventDraft =>
  checked({ type: 'tool.result_ack', payload: { tool_id, status: 'received', timestamp: AT } })

/** The end of a grant that this call used up. */
export const sampleRowOfGrant = (used_by: ExecutionId): EventDraft =>
  checked({
    type: 'grant.revoked',
    payload: { grant_id: nextId<GrantId>(), session_id: nextId<SessionId>(), covers: 'one call', used_by, timestamp: AT },
  })
