// Applies pages of a conversation, read by REST, to the state. Pages and events may arrive in any order.
import type { ExecutionView, MessageView, TurnView } from '@countersign/protocol'
import { newCall, withRecord } from '../calls/call.ts'
import { lightened } from '../calls/lighten-call.ts'
import { putTurn } from '../events/apply-chat.ts'
import { putPartial } from '../events/apply-writing.ts'
import { createDraft, type Draft } from '../state/draft.ts'
import type { MirrorState, OlderPart, Turn } from '../state/state.ts'
import { positionOfCall, positionOfMessage, stepsOf } from '../state/timeline-positions.ts'

export interface ConversationPart {
  readonly sessionId: string
  readonly messages: readonly MessageView[]
  readonly executions: readonly ExecutionView[]
  readonly turns: readonly TurnView[]
  /** What is older than this part. */
  readonly older: OlderPart
  readonly isNewest: boolean
}

/** From now on its events are kept. The conversation opened last is trimmed last. */
export function beginConversation(state: MirrorState, sessionId: string): MirrorState {
  const draft = createDraft(state)
  const items = state.timelines.get(sessionId)
  draft.remove('timelines', sessionId)
  draft.put('timelines', sessionId, items ?? [])
  if (!items) draft.placeAll(sessionId, positionsOfLooseCalls(state, sessionId))
  return draft.state
}

export function forgetConversation(state: MirrorState, sessionId: string): MirrorState {
  const draft = createDraft(state)
  for (const name of ['timelines', 'older', 'writing'] as const) draft.remove(name, sessionId)
  return draft.state
}

/** Calls known from events before the conversation was opened. */
const positionsOfLooseCalls = ({ calls }: MirrorState, sessionId: string) =>
  [...calls.values()].filter(({ session_id }) => session_id === sessionId).map((call) => positionOfCall(call, new Map()))

export function applyConversation(state: MirrorState, part: ConversationPart): MirrorState {
  const { sessionId, messages, executions, turns } = part
  const draft = createDraft(state.timelines.has(sessionId) ? state : beginConversation(state, sessionId))
  if (part.isNewest && hasGap(draft.state, part)) draft.put('timelines', sessionId, [])
  if (!part.isNewest || !state.older.has(sessionId) || hasGap(state, part)) draft.put('older', sessionId, part.older)
  const steps = stepsOf(messages)
  const places = [...messages.map((message) => keepMessage(draft, message)), ...executions.map((one) => keepCall(draft, one))]
  draft.placeAll(
    sessionId,
    places.map((known) => ('role' in known ? positionOfMessage(known) : positionOfCall(known, steps))),
  )
  const saidAt = (turn: string) => messages.findLast(({ turn_id }) => turn_id === turn)?.created_at
  // A turn that was running when it was read may have continued since: events are newer.
  for (const turn of turns) if (turn.ended_at !== null || !state.turns.has(turn.id)) putTurn(draft, turnOf(turn), saidAt(turn.id))
  const running = turns.find(({ partial }) => partial)
  if (running && !wasSaid(draft.state, part, running)) putPartial(draft, running)
  return draft.state
}

/** More happened while offline than one page holds: the known part is dropped, and older pages continue from the new one. */
function hasGap({ older, messages, calls }: MirrorState, part: ConversationPart): boolean {
  const isPartial = part.older.messages.cursor !== undefined || part.older.calls.cursor !== undefined
  const isKnown = part.messages.some(({ id }) => messages.has(id)) || part.executions.some(({ tool_id }) => calls.has(tool_id))
  return older.has(part.sessionId) && isPartial && !isKnown
}

/** Whether an event already completed the step that was being written when the turn was read. */
function wasSaid({ timelines, messages }: MirrorState, part: ConversationPart, { id: turnId }: TurnView): boolean {
  const items = timelines.get(part.sessionId) ?? []
  const last = items.findLast(({ kind, id }) => kind === 'message' && messages.get(id)?.role === 'assistant')
  return last !== undefined && messages.get(last.id)?.turn_id === turnId && !part.messages.some(({ id }) => id === last.id)
}

function keepMessage(draft: Draft, message: MessageView): MessageView {
  draft.put('messages', message.id, message)
  return message
}

function keepCall(draft: Draft, record: ExecutionView) {
  const before = draft.state.calls.get(record.tool_id)
  const joined = withRecord(before ?? newCall(record.tool_id, record.created_at), record)
  const kept = joined.is_heavy && !before?.is_heavy ? lightened(joined) : joined
  draft.put('calls', kept.id, kept)
  return kept
}

const turnOf = ({ id, status, created_at, error_type, ...turn }: TurnView): Turn => ({
  turn_id: id,
  session_id: turn.session_id,
  status: status === 'running' ? 'started' : status,
  model: turn.model,
  steps: turn.steps,
  input_tokens: turn.input_tokens,
  output_tokens: turn.output_tokens,
  error: turn.error,
  error_form: turn.error_form,
  error_code: error_type,
  started_at: created_at,
  ended_at: turn.ended_at,
})
