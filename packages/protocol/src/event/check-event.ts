// Whether what is stored or sent has exactly the fields that the registry gives its type. Readers on the wire are more patient:
// a newer server may send more, and rows of an older one may have less.
import * as z from 'zod'
import { EVENTS, type EventDraft, type EventType, isEventType, type TransientEvent } from './events.ts'

/** What is wrong with a row of the log before it is written; undefined where it is as the registry says. */
export function findRowProblem(type: string, payload: unknown): string | undefined {
  const entry = isEventType(type) ? EVENTS[type] : undefined
  if (!entry?.isDurable) return `${type}: not a row of the log`
  return problemOf(type, entry.row, payload)
}

const strict = new Map<EventType, z.ZodType>()

/** What is wrong with an event as it is sent. */
export function findEventProblem(type: string, data: unknown): string | undefined {
  if (!isEventType(type)) return `${type}: not an event`
  const schema = strict.get(type) ?? z.strictObject(EVENTS[type].event.shape)
  strict.set(type, schema)
  return problemOf(type, schema, data)
}

/** Throws where what is about to be written or sent is not as the registry says. */
export function assertRegistered(event: EventDraft | TransientEvent): void {
  const { type, payload } = event
  const problem = EVENTS[type]?.isDurable ? findRowProblem(type, payload) : findEventProblem(type, payload)
  if (problem) throw new Error(problem)
}

function problemOf(type: string, schema: z.ZodType, value: unknown): string | undefined {
  const { error } = schema.safeParse(value)
  return error && `${type}: ${error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim()).join('; ')}`
}
