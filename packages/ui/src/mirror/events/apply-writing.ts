// Text that the model is still writing. Pieces have offsets and may be missed; the turn by REST has the earlier text. Both are
// joined here without gap or repeat.
import type { EventPayload, PartialStep } from '@countersign/protocol'
import { createDraft, type Draft } from '../state/draft.ts'
import type { MirrorState, Writing } from '../state/state.ts'

/** A turn by REST, with the current step. */
export interface TurnWithPartial {
  readonly id: string
  readonly session_id: string
  readonly partial: PartialStep | null
}

export function applyDelta(draft: Draft, { turn_id, session_id, step, offset, text }: EventPayload<'chat.delta'>): void {
  if (!draft.state.timelines.has(session_id) || draft.state.turns.get(turn_id)?.ended_at) return
  const before = draft.state.writing.get(session_id)
  const isSame = before?.turn_id === turn_id && before.step === step
  const piece = { turn_id, step, offset, next: offset + text.length, text }
  draft.put('writing', session_id, isSame ? withPiece(before, piece) : piece)
}

/** A piece at 0: the model restarted this step. A piece after a hole replaces the text, until the turn is read by REST. */
function withPiece(before: Writing, piece: Writing): Writing {
  if (piece.offset === 0 || piece.offset > before.next) return piece
  if (piece.next <= before.next) return before
  return { ...before, next: piece.next, text: before.text + piece.text.slice(before.next - piece.offset) }
}

export function putPartial(draft: Draft, { id, session_id, partial }: TurnWithPartial): void {
  if (!partial || draft.state.turns.get(id)?.ended_at) return
  const before = draft.state.writing.get(session_id)
  const read = { turn_id: id, ...partial }
  draft.put('writing', session_id, before?.turn_id === id ? joined(read, before) : read)
}

/** The text by REST may end before or after that of the events. */
function joined(read: Writing, reported: Writing): Writing {
  if (reported.step !== read.step) return reported.step > read.step ? reported : read
  if (reported.next <= read.next) return read
  if (reported.offset <= read.offset || reported.offset > read.next) return reported
  return { ...reported, offset: read.offset, text: read.text + reported.text.slice(read.next - reported.offset) }
}

/** Fills the hole before the first streamed piece; the step may have ended meanwhile. */
export function applyPartial(state: MirrorState, turn: TurnWithPartial): MirrorState {
  const before = state.writing.get(turn.session_id)
  if (before?.turn_id !== turn.id || before.step !== turn.partial?.step) return state
  const draft = createDraft(state)
  putPartial(draft, turn)
  return draft.state
}

/** Ends the text of a completed step; pieces of the next step may have arrived before. */
export function endWriting(draft: Draft, { session_id, turn_id, step }: Said): void {
  const writing = draft.state.writing.get(session_id)
  if (writing && (writing.turn_id !== turn_id || step === undefined || writing.step <= step)) draft.remove('writing', session_id)
}

interface Said {
  readonly session_id: string
  readonly turn_id: string
  /** Unknown in events of older servers. */
  readonly step: number | undefined
}
