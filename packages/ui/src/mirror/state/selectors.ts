// Questions to the mirror that several views ask.
import type { Session } from '@countersign/protocol'
import { derived } from './derived.ts'
import type { MirrorState, Turn } from './state.ts'
import type { Waiting } from './waiting.ts'

export const countWaiting = (state: MirrorState): number => state.waiting.size

export const listWaiting = (state: MirrorState): Waiting[] => [...state.waiting.values()]

/** The last used first. */
export const listSessions = derived((sessions: MirrorState['sessions']): readonly Session[] =>
  [...sessions.values()].toSorted((a, b) => compare(b.last_call_at, a.last_call_at)),
)

/** Those of a session that have not ended, the oldest first: one runs, the others wait for it. */
export const openTurns = ({ turns }: MirrorState, sessionId: string): Turn[] =>
  (turnsBySession(turns).get(sessionId) ?? []).filter(({ ended_at }) => ended_at === null)

/** The turn that runs in a session, if one does. */
export const runningTurn = (state: MirrorState, sessionId: string): Turn | undefined => openTurns(state, sessionId)[0]

/** Older ones may have been read later. */
export const lastTurn = ({ turns }: MirrorState, sessionId: string): Turn | undefined => turnsBySession(turns).get(sessionId)?.at(-1)

export const isAsking = ({ waiting }: MirrorState, sessionId: string): boolean => askingSessions(waiting).has(sessionId)

const turnsBySession = derived(
  (turns: MirrorState['turns']): ReadonlyMap<string, readonly Turn[]> =>
    Map.groupBy(
      [...turns.values()].toSorted((a, b) => compare(a.started_at, b.started_at)),
      ({ session_id }) => session_id,
    ),
)

const askingSessions = derived(
  (waiting: MirrorState['waiting']) => new Set<string>([...waiting.values()].map(({ session_id }) => session_id)),
)

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b)
