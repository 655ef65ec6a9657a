// The store of the page: the state, and what fetches into it. Views read it with `useMirror` and never write to it.
import type { Client } from '@countersign/client'
import type { StreamEvent } from '@countersign/protocol'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { applyEvents } from './apply-events.ts'
import { applyApproval, applyConversation, applyRecords, applySession, applySnapshot, openTimeline } from './apply-snapshot.ts'
import { findGaps, type Gaps } from './find-gaps.ts'
import { readConversation, readSnapshot } from './read-snapshot.ts'
import { emptyState, type MirrorState } from './state.ts'

export interface Mirror {
  readonly store: StoreApi<MirrorState>
  takeSnapshot(): Promise<void>
  onEvents(events: readonly StreamEvent[]): void
  /** Reads a conversation and keeps it up to date from then on. */
  openConversation(sessionId: string): Promise<void>
  /** The whole record of a call that has ended, with its result. */
  fetchCall(id: string): Promise<void>
  /** A question whole, where an event has told only a part of it. */
  fetchApproval(id: string): Promise<void>
  /** A session that was just made is in the list at once. */
  learnSession(sessionId: string): Promise<void>
}

export interface MirrorOptions {
  readonly client: Client
  readonly projectId: string
  /** What could not be fetched in the background; a cut connection is not told here. */
  readonly onProblem: (error: unknown) => void
}

export function createMirror({ client, projectId, onProblem }: MirrorOptions): Mirror {
  const store = createStore<MirrorState>(emptyState)
  const change = (apply: (state: MirrorState) => MirrorState) => store.setState(apply, true)
  const openConversation = async (sessionId: string) => {
    change((state) => openTimeline(state, sessionId))
    const part = await readConversation(client, projectId, sessionId)
    change((state) => applyConversation(state, part))
  }
  const learnSession = async (s: string) => {
    const { session } = await client.getSession({ params: { p: projectId, s } })
    change((state) => applySession(state, session))
  }
  const fetchCall = async (id: string) => {
    const record = await client.getExecution({ params: { id } })
    change((state) => applyRecords(state, [record]))
  }
  const fetchApproval = async (a: string) => {
    const { approval } = await client.getApproval({ params: { p: projectId, a } })
    change((state) => applyApproval(state, approval))
  }
  const fill = ({ sessions, calls, approvals, conversations }: Gaps) => {
    const fetches = [
      ...[...sessions].map(learnSession),
      ...[...calls].map(fetchCall),
      ...[...approvals].map(fetchApproval),
      ...[...conversations].map(openConversation),
    ]
    for (const fetched of fetches) fetched.catch(onProblem)
  }
  return {
    store,
    openConversation,
    fetchCall,
    fetchApproval,
    learnSession,
    takeSnapshot: async () => {
      const snapshot = await readSnapshot(client, projectId)
      change((state) => applySnapshot(state, snapshot))
      for (const sessionId of store.getState().timelines.keys()) await openConversation(sessionId)
    },
    onEvents: (events) => {
      change((state) => applyEvents(state, events))
      fill(findGaps(store.getState(), events))
    },
  }
}
