// Questions to the mirror that several views ask.
import type { Session } from '@countersign/protocol'
import type { MirrorState, Turn } from './state.ts'
import type { Waiting } from './waiting.ts'

export const countWaiting = (state: MirrorState): number => state.waiting.size

export const listWaiting = (state: MirrorState): Waiting[] => [...state.waiting.values()]

export const listSessions = (state: MirrorState): Session[] =>
  [...state.sessions.values()].toSorted((a, b) => b.last_call_at.localeCompare(a.last_call_at))

/** The turn that runs in a session, if one does. */
export const runningTurn = (state: MirrorState, sessionId: string): Turn | undefined =>
  [...state.turns.values()].findLast((turn) => turn.session_id === sessionId && turn.ended_at === null)

export const lastTurn = (state: MirrorState, sessionId: string): Turn | undefined =>
  [...state.turns.values()].findLast((turn) => turn.session_id === sessionId)
