// One message of the stream as a typed event. What this version does not know is ignored: a mirror never refuses.
import { EVENTS, type EventType, type StreamEvent } from '@countersign/protocol'
import type { EventSourceMessage } from 'eventsource-parser'
import { parseObject } from '../errors/refused-request.ts'

const isEventType = (name: string | undefined): name is EventType => name !== undefined && Object.hasOwn(EVENTS, name)

/** The data is not held against its schema here: this is the hot path, and who acts on an event checks what it needs. */
export function parseEvent({ event, id, data }: EventSourceMessage): StreamEvent | undefined {
  if (!isEventType(event)) return undefined
  const payload = parseObject(data)
  return payload && ({ id: parseId(id), type: event, data: payload } as unknown as StreamEvent)
}

export const parseId = (id: string | undefined): number | null => (id !== undefined && /^\d{1,15}$/.test(id) ? Number(id) : null)
