// The append-only log of a project. Each row carries the hash of the row before it: an edit shows at the next one.
import * as z from 'zod'
import { digestOf, digestSchema } from '../digest/digest.ts'
import { timeSchema } from '../execution/state.ts'
import { type ExecutionId, projectId } from '../ids/ids.ts'
import type { EventDraft, SentEvent } from './events.ts'

export const GENESIS_HASH = '0'.repeat(64)

/** `payload` is JSON text, kept byte for byte as it was hashed. */
export const logRowSchema = z.strictObject({
  project_id: projectId,
  seq: z.int().positive(),
  type: z.string(),
  payload: z.string(),
  time: timeSchema,
  prev_hash: digestSchema,
  hash: digestSchema,
})
export type LogRow = z.infer<typeof logRowSchema>

/** What is hashed of a row; whoever has a faster SHA-256 at hand hashes this. */
export const textOfRow = (row: Omit<LogRow, 'hash'>): string =>
  `${row.prev_hash}\n${row.project_id}\n${row.seq}\n${row.time}\n${row.type}\n${row.payload}`

export const hashOfRow = (row: Omit<LogRow, 'hash'>): string => digestOf(textOfRow(row))

/** A row as an event of its type. Nothing is checked: one of an older or newer version may have other fields, or another type. */
export const readRow = ({ type, payload }: Pick<LogRow, 'type' | 'payload'>): EventDraft =>
  ({ type, payload: JSON.parse(payload) }) as EventDraft

/** Transitions and digests are for whoever checks the log, not for whoever follows it. */
export function readSentEvent(row: Pick<LogRow, 'type' | 'payload'>): SentEvent {
  const { moves, result_digest, ...data } = JSON.parse(row.payload) as Record<string, unknown>
  return { type: row.type, data } as unknown as SentEvent
}

/** The call that an event is about, if any; for a grant that is used up, the call that used it. */
export function callOf(payload: object): ExecutionId | undefined {
  const { tool_id, used_by } = payload as { tool_id?: ExecutionId; used_by?: ExecutionId }
  return tool_id ?? used_by
}
