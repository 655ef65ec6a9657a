// The store of the page: the state, and the functions that fetch into it. Views read it with `useMirror` and never write to it.
import { type Client, RefusedRequest } from '@countersign/client'
import type { StreamEvent } from '@countersign/protocol'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { applyEvents } from './events/apply-events.ts'
import { applyPartial } from './events/apply-writing.ts'
import { findGaps, type Gaps } from './events/find-gaps.ts'
import { applyExpiry } from './events/settled.ts'
import { applyConversation, beginConversation, forgetConversation } from './reading/apply-conversation.ts'
import { applyApproval, applyOutputOf, applyRecords, applySession, applySnapshot } from './reading/apply-snapshot.ts'
import { readNewest, readOlder } from './reading/read-conversation.ts'
import { readOutput } from './reading/read-output.ts'
import { readSnapshot } from './reading/read-snapshot.ts'
import { shareRunning } from './share-running.ts'
import { emptyState, MIRROR_LIMITS, type MirrorState } from './state/state.ts'

export interface Mirror {
  readonly store: StoreApi<MirrorState>
  takeSnapshot(): Promise<void>
  onEvents(events: readonly StreamEvent[]): void
  /** Settles approvals that have expired at this time of the server's clock. */
  expire(now: number): void
  /** Reads a conversation and follows it from then on. */
  openConversation(sessionId: string): Promise<void>
  /** From now on its events are kept. Called before the first message, because the answer may come at once. */
  beginConversation(sessionId: string): void
  /** Reads the next older part, unless there is none or the limit is reached. */
  readOlder(sessionId: string): Promise<void>
  /** Fetches the complete record of an ended call, with its result. */
  fetchCall(id: string): Promise<void>
  /** Fetches the complete approval if an event held only a part; masked text stays masked. */
  fetchApproval(id: string): Promise<void>
  /** Fetches the unmasked text of an approval. */
  unmaskApproval(id: string): Promise<void>
  /** Fetches the output of a call from its beginning. */
  fetchOutput(id: string): Promise<void>
  /** Fetches a session that was just created or changed, so that it is listed at once. */
  learnSession(sessionId: string): Promise<void>
}

export interface MirrorOptions {
  readonly client: Client
  readonly projectId: string
  /** Called when a background fetch fails. */
  readonly onProblem: (error: unknown) => void
}

export function createMirror({ client, projectId, onProblem }: MirrorOptions): Mirror {
  const store = createStore<MirrorState>(emptyState)
  const change = (apply: (state: MirrorState) => MirrorState) => store.setState(apply, true)
  const readingOf = (sessionId: string) => ({ client, projectId, sessionId })
  const openConversation = async (sessionId: string) => {
    change((state) => beginConversation(state, sessionId))
    try {
      const part = await readNewest(readingOf(sessionId))
      change((state) => applyConversation(state, part))
    } catch (error) {
      if (isMissing(error)) change((state) => forgetConversation(state, sessionId))
      throw error
    }
  }
  const learnSession = async (s: string) => {
    const { session } = await client.getSession({ params: { p: projectId, s } })
    change((state) => applySession(state, session))
  }
  const fetchCall = shareRunning(async (id: string) => {
    const record = await client.getExecution({ params: { id } })
    change((state) => applyRecords(state, [record]))
  })
  const readApproval = (form: 'true' | 'masked') => async (a: string) => {
    const { approval } = await client.getApproval({ params: { p: projectId, a }, query: { form } })
    change((state) => applyApproval(state, approval))
  }
  const fetchApproval = readApproval('masked')
  const fetchPartial = async (t: string) => {
    const { turn } = await client.getTurn({ params: { p: projectId, t } })
    change((state) => applyPartial(state, turn))
  }
  const fill = ({ sessions, calls, approvals, conversations, turns }: Gaps) => {
    const fetches = [
      ...[...sessions].map(learnSession),
      ...[...calls].map(fetchCall),
      ...[...approvals].map(fetchApproval),
      ...[...conversations].map(openConversation),
      ...[...turns].map(fetchPartial),
    ]
    for (const fetched of fetches) fetched.catch(onProblem)
  }
  return {
    store,
    openConversation,
    beginConversation: (sessionId) => change((state) => beginConversation(state, sessionId)),
    readOlder: shareRunning(async (sessionId) => {
      const { older, timelines } = store.getState()
      const rest = older.get(sessionId)
      if (!rest || (timelines.get(sessionId)?.length ?? 0) >= MIRROR_LIMITS.items) return
      const part = await readOlder(readingOf(sessionId), rest)
      if (part) change((state) => applyConversation(state, part))
    }),
    fetchCall,
    fetchApproval,
    unmaskApproval: readApproval('true'),
    fetchOutput: shareRunning(async (id) => {
      const read = await readOutput({ client, projectId, id, known: () => store.getState().calls.get(id)?.output_next ?? 0 })
      change((state) => applyOutputOf(state, id, read))
    }),
    learnSession,
    takeSnapshot: async () => {
      const snapshot = await readSnapshot(client, projectId)
      change((state) => applySnapshot(state, snapshot))
      // The other conversations are read again when they are opened.
      const current = [...store.getState().timelines.keys()].at(-1)
      if (current === undefined) return
      await openConversation(current).catch((error: unknown) => {
        if (!isMissing(error)) throw error
      })
    },
    expire: (now) => change((state) => applyExpiry(state, now)),
    onEvents: (events) => {
      change((state) => applyEvents(state, events))
      fill(findGaps(store.getState(), events))
    },
  }
}

/** The address may name a conversation that does not exist or belongs to somebody else. */
const isMissing = (error: unknown): boolean => error instanceof RefusedRequest && error.http === 404
