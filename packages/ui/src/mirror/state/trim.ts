// Keeps the mirror small: drops conversations opened long ago first, then calls outside of conversations, then long parts of others.

import { hasEnded } from '../calls/call.ts'
import { lightened } from '../calls/lighten-call.ts'
import type { Draft } from './draft.ts'
import { MIRROR_LIMITS, type MirrorState, type TimelineItem } from './state.ts'

/** Dropping many at once is cheaper than one by one. */
const SLACK = 500

/** `before` is the state that the draft began with. */
export function trim(draft: Draft, before: MirrorState): void {
  dropConversations(draft)
  dropOldLines(draft)
  dropLooseCalls(draft)
  dropTurns(draft)
  if (draft.state.calls !== before.calls) dropWeight(draft)
}

/** All but the last; they are read again when opened. */
function dropConversations(draft: Draft): void {
  for (const sessionId of [...draft.state.timelines.keys()].slice(0, -1)) {
    if (countItems(draft.state) <= MIRROR_LIMITS.items) return
    dropLines(draft, draft.state.timelines.get(sessionId) ?? [])
    for (const name of ['timelines', 'older', 'writing'] as const) draft.remove(name, sessionId)
  }
}

const countItems = ({ timelines }: MirrorState): number => [...timelines.values()].reduce((sum, { length }) => sum + length, 0)

/** Drops the oldest lines of a conversation that keeps growing. */
function dropOldLines(draft: Draft): void {
  for (const [sessionId, items] of draft.state.timelines) {
    if (items.length <= MIRROR_LIMITS.items + SLACK) continue
    dropLines(draft, items.slice(0, -MIRROR_LIMITS.items))
    draft.put('timelines', sessionId, items.slice(-MIRROR_LIMITS.items))
  }
}

function dropLines(draft: Draft, items: readonly TimelineItem[]): void {
  for (const { kind, id } of items) if (kind !== 'end') draft.remove(kind === 'message' ? 'messages' : 'calls', id)
}

function dropLooseCalls(draft: Draft): void {
  const { calls, timelines } = draft.state
  if (calls.size <= countItems(draft.state) + MIRROR_LIMITS.looseCalls) return
  const loose = [...calls.values()].filter(({ session_id }) => session_id === null || !timelines.has(session_id))
  for (const { id } of loose.slice(0, -MIRROR_LIMITS.looseCalls / 2)) draft.remove('calls', id)
}

function dropTurns(draft: Draft): void {
  const { size } = draft.state.turns
  if (size <= MIRROR_LIMITS.turns) return
  for (const id of [...draft.state.turns.keys()].slice(0, size - MIRROR_LIMITS.turns)) draft.remove('turns', id)
}

/** The long parts can be fetched again. */
function dropWeight(draft: Draft): void {
  const heavy = [...draft.state.calls.values()].filter(({ is_heavy, status }) => is_heavy && hasEnded(status))
  for (const call of heavy.slice(0, Math.max(0, heavy.length - MIRROR_LIMITS.heavyCalls))) draft.put('calls', call.id, lightened(call))
}
