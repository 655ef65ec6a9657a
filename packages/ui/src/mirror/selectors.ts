// Questions to the mirror that several views ask.
import type { Session } from '@countersign/protocol'
import type { MirrorState, Turn } from './state.ts'
import type { Waiting } from './waiting.ts'

export const countWaiting = (state: MirrorState): number => state.waiting.size

export const listWaiting = (state: MirrorState): Waiting[] => [...state.waiting.values()]

export const listSessions = (state: MirrorState): Session[] =>
  [...state.sessions.values()].toSorted((a, b) => b.last_call_at.localeCompare(a.last_call_at))

/** Those of a session that have not ended, the oldest first: one runs, the others wait for it. */
export const openTurns = (state: MirrorState, sessionId: string): Turn[] =>
  turnsOf(state, sessionId)
    .filter(({ ended_at }) => ended_at === null)
    .toSorted(byStart)

/** The turn that runs in a session, if one does. */
export const runningTurn = (state: MirrorState, sessionId: string): Turn | undefined => openTurns(state, sessionId)[0]

/** Older ones may have been read later. */
export const lastTurn = (state: MirrorState, sessionId: string): Turn | undefined => turnsOf(state, sessionId).toSorted(byStart).at(-1)

const turnsOf = ({ turns }: MirrorState, sessionId: string): Turn[] =>
  [...turns.values()].filter(({ session_id }) => session_id === sessionId)

const byStart = (a: Turn, b: Turn): number => a.started_at.localeCompare(b.started_at)
