// Positions in a conversation. A call follows the step that made it, in the order of that step, whatever its own time: several may
// begin in the same millisecond, and a step may have a later time than its calls.
import type { Call } from '../calls/call.ts'
import type { MirrorState, ShownMessage, TimelineItem, Turn } from './state.ts'

const BEHIND_ITS_STEP = 1_000_000
const AT_THE_END = 2_000_000
/** How many of the newest lines are searched for the step of a new call. */
const MAX_LOOKED_AT = 200

export type Steps = ReadonlyMap<string, Pick<TimelineItem, 'at' | 'order'>>

type Named = Pick<ShownMessage, 'created_at' | 'tool_calls'>

/** The positions of the calls that these messages name, by `call_id`. */
export function stepsOf(messages: Iterable<Named>): Steps {
  const steps = new Map<string, Pick<TimelineItem, 'at' | 'order'>>()
  for (const { created_at, tool_calls } of messages)
    for (const [index, { call_id }] of tool_calls.entries()) steps.set(call_id, { at: created_at, order: index + 1 })
  return steps
}

export const positionOfMessage = ({ id, created_at }: ShownMessage): TimelineItem => ({ kind: 'message', id, at: created_at, order: 0 })

export const positionOfCall = ({ id, call_id, created_at }: Call, steps: Steps): TimelineItem => ({
  kind: 'call',
  id,
  ...((call_id !== null && steps.get(call_id)) || { at: created_at, order: BEHIND_ITS_STEP }),
})

/** The position of a new call: after its step, else at the end. */
export function positionOfNewCall(state: MirrorState, sessionId: string, call: Call): TimelineItem {
  const newest = (state.timelines.get(sessionId) ?? []).slice(-MAX_LOOKED_AT)
  const messages = newest.flatMap(({ kind, id }) => (kind === 'message' ? (state.messages.get(id) ?? []) : []))
  const place = positionOfCall(call, stepsOf(messages))
  return place.order === BEHIND_ITS_STEP ? { ...place, at: later(newest.at(-1)?.at ?? '', place.at) } : place
}

export function positionOfEnd({ turn_id, started_at, ended_at }: Turn, saidAt: string): TimelineItem {
  return { kind: 'end', id: turn_id, at: later(saidAt, ended_at ?? started_at), order: AT_THE_END }
}

const later = (one: string, other: string): string => (one > other ? one : other)
