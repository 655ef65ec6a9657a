// The registry of events and log rows, and the types that follow from it. Whatever is emitted, stored, sent or read is one of these.
import type * as z from 'zod'
import { APPROVAL_EVENTS } from './approval-events.ts'
import type { Reader } from './define-event.ts'
import { PROJECT_EVENTS } from './project-events.ts'
import { TOOL_EVENTS } from './tool-events.ts'

export const EVENTS = { ...TOOL_EVENTS, ...APPROVAL_EVENTS, ...PROJECT_EVENTS }

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
