// Applies events of conversations: messages and turns.
import type { EventPayload } from '@countersign/protocol'
import type { Draft } from '../state/draft.ts'
import type { ShownMessage, Turn, Writing } from '../state/state.ts'
import { positionOfEnd, positionOfMessage } from '../state/timeline-positions.ts'
import { endWriting } from './apply-writing.ts'

export function applyMessage(draft: Draft, data: EventPayload<'chat.message'>): void {
  const { message_id, session_id, turn_id, step, role, content, note_form, tool_calls, timestamp } = data
  const writing = role === 'assistant' ? draft.state.writing.get(session_id) : undefined
  const whole = writing && writing.turn_id === turn_id ? wholeOf(content, writing) : content
  putMessage(draft, {
    id: message_id,
    session_id,
    turn_id,
    role,
    content: whole,
    note_form: note_form ?? null,
    tool_calls,
    created_at: timestamp,
  })
  if (role === 'assistant') endWriting(draft, { session_id, turn_id, step })
}

/** Events cut long messages. Until the message is fetched, the text streamed so far stays on the screen. */
const wholeOf = (content: string, { text, offset }: Writing): string =>
  offset === 0 && content.endsWith('…') && text.startsWith(content.slice(0, -1)) ? text : content

/** A fetched message stays; conversations that were never opened here are not kept. */
function putMessage(draft: Draft, message: ShownMessage): void {
  if (!draft.state.timelines.has(message.session_id) || draft.state.messages.has(message.id)) return
  draft.put('messages', message.id, message)
  draft.place(message.session_id, positionOfMessage(message))
}

export function applyTurn(draft: Draft, { timestamp, ...turn }: EventPayload<'chat.turn'>): void {
  const before = draft.state.turns.get(turn.turn_id)
  const isOver = turn.status !== 'started' && turn.status !== 'waiting'
  putTurn(draft, { ...turn, started_at: before?.started_at ?? timestamp, ended_at: isOver ? timestamp : null })
}

/** An ended turn never changes; if it did not finish, a line at the end of the conversation says so. */
export function putTurn(draft: Draft, reported: Turn, saidAt = lastOf(draft, reported.session_id)): void {
  const known = draft.state.turns.get(reported.turn_id)
  // It may have ended before its conversation was opened.
  const turn = known?.ended_at ? known : reported
  if (turn !== known) draft.put('turns', turn.turn_id, turn)
  if (turn.ended_at === null) return
  if (draft.state.writing.get(turn.session_id)?.turn_id === turn.turn_id) draft.remove('writing', turn.session_id)
  const items = draft.state.timelines.get(turn.session_id)
  if (turn.status !== 'finished' && items && !items.some(({ id }) => id === turn.turn_id))
    draft.place(turn.session_id, positionOfEnd(turn, saidAt))
}

const lastOf = (draft: Draft, sessionId: string): string => draft.state.timelines.get(sessionId)?.at(-1)?.at ?? ''
