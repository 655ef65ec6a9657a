// The registry of events and log rows, and the types that follow from it. Whatever is emitted, stored, sent or read is one of these.
// The log of a project is append-only: each row carries the hash of the row before it, so an edit shows at the next one.
import * as z from 'zod'
import { digestOf, digestSchema } from '../digest/digest.ts'
import { timeSchema } from '../execution/state.ts'
import { type ExecutionId, projectId } from '../ids/ids.ts'
import { APPROVAL_EVENTS } from './approval-events.ts'
import type { Reader } from './define-event.ts'
import { DEVICE_EVENTS } from './device-events.ts'
import { PROJECT_EVENTS } from './project-events.ts'
import { TOOL_EVENTS } from './tool-events.ts'

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
export function sentEvent({ type, payload }: EventDraft): SentEvent {
  const { moves, result_digest, ...data } = payload as Record<string, unknown>
  return { type, data } as unknown as SentEvent
}

/** The call that an event is about, if any; for a grant that is used up, the call that used it. */
export function callOf(payload: object): ExecutionId | undefined {
  const { tool_id, used_by } = payload as { tool_id?: ExecutionId; used_by?: ExecutionId }
  return tool_id ?? used_by
}

export const EVENTS = { ...TOOL_EVENTS, ...APPROVAL_EVENTS, ...PROJECT_EVENTS, ...DEVICE_EVENTS }

type Events = typeof EVENTS
export type EventType = keyof Events
/** As a reader of the stream gets it. */
export type EventPayload<T extends EventType> = z.infer<Events[T]['event']>
export type SentEvent = { [T in EventType]: { readonly type: T; readonly data: EventPayload<T> } }[EventType]
export type StreamEvent = { [T in EventType]: { readonly id: number | null; readonly type: T; readonly data: EventPayload<T> } }[EventType]

/** Types that the log keeps. */
export type RowType = { [T in EventType]: Events[T]['isDurable'] extends true ? T : never }[EventType]
/** As the log holds it. */
export type RowPayload<T extends RowType> = z.infer<Events[T]['row']>
/** What whoever emits it says; the transaction adds the time. */
export type RowFields<T extends RowType> = Omit<RowPayload<T>, 'timestamp'>
/** A row that is about to be written. */
export type EventDraft = { [T in RowType]: { readonly type: T; readonly payload: RowPayload<T> } }[RowType]

/** Types that are only sent. */
export type TransientType = Exclude<EventType, RowType>
export type TransientEvent = { [T in TransientType]: { readonly type: T; readonly payload: EventPayload<T> } }[TransientType]

/** `Given` without a field that `Known` lacks. A plain parameter type lets one pass that came by a spread. */
export type Exact<Known, Given extends Known> = Given & { readonly [Field in Exclude<keyof Given, keyof Known>]: never }

export const isEventType = (name: string | undefined): name is EventType => name !== undefined && Object.hasOwn(EVENTS, name)

/** Whether a reader may see events of this type as they are. A type that is not known here is for operators only. */
export function isSeenBy(type: string, reader: Reader): boolean {
  const seenBy: readonly Reader[] = isEventType(type) ? EVENTS[type].seenBy : ['operator']
  return seenBy.includes(reader)
}
