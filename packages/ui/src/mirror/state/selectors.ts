// Selectors that several views use.
import type { Session } from '@countersign/protocol'
import { derived } from './derived.ts'
import type { MirrorState, Turn } from './state.ts'
import type { Waiting } from './waiting.ts'

export const countWaiting = (state: MirrorState): number => state.waiting.size

export const listWaiting = (state: MirrorState): Waiting[] => [...state.waiting.values()]

/** Most recently used first. */
export const listSessions = derived((sessions: MirrorState['sessions']): readonly Session[] =>
  [...sessions.values()].toSorted((a, b) => compare(b.last_call_at, a.last_call_at)),
)

/** The open turns of a session, oldest first: one runs, the others wait for it. */
export const openTurns = ({ turns }: MirrorState, sessionId: string): Turn[] =>
  (turnsBySession(turns).get(sessionId) ?? []).filter(({ ended_at }) => ended_at === null)

/** The running turn of a session, if any. */
export const runningTurn = (state: MirrorState, sessionId: string): Turn | undefined => openTurns(state, sessionId)[0]

/** By start time, since older turns may be read later. */
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
