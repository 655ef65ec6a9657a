// What events tell of conversations: messages, text that is being written, turns.
import type { EventPayload } from '@countersign/protocol'
import type { Draft } from './draft.ts'
import type { ShownMessage, Writing } from './state.ts'

export function applyMessage(draft: Draft, data: EventPayload<'chat.message'>): void {
  const { message_id, session_id, turn_id, role, content, tool_calls, timestamp } = data
  putMessage(draft, { id: message_id, session_id, turn_id, role, content, tool_calls, created_at: timestamp })
  if (role === 'assistant') draft.remove('writing', session_id)
}

/** What was fetched whole stays; conversations that were never opened here are not kept. */
export function putMessage(draft: Draft, message: ShownMessage, isWhole = false): void {
  const isKnown = draft.state.messages.has(message.id)
  if (!draft.state.timelines.has(message.session_id) || (isKnown && !isWhole)) return
  draft.put('messages', message.id, message)
  if (!isKnown) draft.place(message.session_id, { kind: 'message', id: message.id, at: message.created_at })
}

export function applyDelta(draft: Draft, { turn_id, session_id, step, offset, text }: EventPayload<'chat.delta'>): void {
  if (!draft.state.timelines.has(session_id) || draft.state.turns.get(turn_id)?.ended_at) return
  const before = draft.state.writing.get(session_id)
  const isSame = before?.turn_id === turn_id && before.step === step
  draft.put('writing', session_id, { turn_id, step, ...joined(isSame ? before : undefined, offset, text) })
}

/** A piece at an earlier offset replaces what follows it: the model began this step again. */
function joined(before: Writing | undefined, offset: number, text: string): Pick<Writing, 'text' | 'isCut'> {
  if (!before) return { text, isCut: offset > 0 }
  if (before.isCut || offset > before.text.length) return { text: before.text + text, isCut: true }
  return { text: before.text.slice(0, offset) + text, isCut: false }
}

export function applyTurn(draft: Draft, { timestamp, ...turn }: EventPayload<'chat.turn'>): void {
  const before = draft.state.turns.get(turn.turn_id)
  if (before?.ended_at) return
  const isOver = turn.status !== 'started' && turn.status !== 'waiting'
  draft.put('turns', turn.turn_id, { ...turn, started_at: before?.started_at ?? timestamp, ended_at: isOver ? timestamp : null })
  if (isOver) draft.remove('writing', turn.session_id)
}
