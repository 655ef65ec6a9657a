// What the page knows of one project. A mirror: it shows what the server says and decides nothing.
import type { EventPayload, MessageView, Project, Runner, Session } from '@countersign/protocol'
import type { Call } from './call.ts'
import type { Settled } from './settled.ts'
import type { Waiting } from './waiting.ts'

/** The newest of each are kept: what is older is read again by REST when somebody scrolls there. */
export const KEPT = {
  calls: 20_000,
  items: 12_000,
  turns: 500,
  outputCharacters: 64_000,
  outputs: 64,
  changedPaths: 500,
  settled: 50,
} as const

/** A line of a conversation, in order of time: what somebody said, or a call. */
export interface TimelineItem {
  readonly kind: 'message' | 'call'
  readonly id: string
  readonly at: string
}

export interface ShownMessage extends Pick<MessageView, 'id' | 'session_id' | 'turn_id' | 'role' | 'content' | 'created_at'> {
  readonly tool_calls: readonly { readonly call_id: string; readonly tool_name: string; readonly error?: string | undefined }[]
}

export type Turn = Omit<EventPayload<'chat.turn'>, 'timestamp'> & {
  readonly started_at: string
  readonly ended_at: string | null
}

/** Text of the model that is still being written. */
export interface Writing {
  readonly turn_id: string
  readonly step: number
  readonly text: string
  /** The beginning was sent before this page looked. */
  readonly isCut: boolean
}

export interface MirrorState {
  /** False until the first snapshot: an empty list then means "not known yet". */
  readonly isLoaded: boolean
  readonly project: Project | null
  readonly runner: Pick<Runner, 'runner_id' | 'online' | 'isolation'> | null
  readonly sessions: ReadonlyMap<string, Session>
  /** Of sessions that were opened here. */
  readonly timelines: ReadonlyMap<string, readonly TimelineItem[]>
  readonly messages: ReadonlyMap<string, ShownMessage>
  readonly calls: ReadonlyMap<string, Call>
  /** By turn. */
  readonly turns: ReadonlyMap<string, Turn>
  /** By session. */
  readonly writing: ReadonlyMap<string, Writing>
  /** Pending ones only, oldest first. */
  readonly waiting: ReadonlyMap<string, Waiting>
  /** The last that no longer wait, newest last. */
  readonly settled: readonly Settled[]
  /** Counters that grow with each change, for views that read their lists by REST. */
  readonly news: Readonly<Record<'grants' | 'calls' | 'files' | 'runner', number>>
  /** The last paths that changed on disk, newest last. */
  readonly changedPaths: readonly string[]
}

export const emptyState = (): MirrorState => ({
  isLoaded: false,
  project: null,
  runner: null,
  sessions: new Map(),
  timelines: new Map(),
  messages: new Map(),
  calls: new Map(),
  turns: new Map(),
  writing: new Map(),
  waiting: new Map(),
  settled: [],
  news: { grants: 0, calls: 0, files: 0, runner: 0 },
  changedPaths: [],
})
