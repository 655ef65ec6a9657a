// What the page knows about one project. It mirrors the server and decides nothing.
import type { EventPayload, MessageView, Project, Runner, Session, ToolCall } from '@countersign/protocol'
import type { Call } from '../calls/call.ts'
import type { Settled, Waiting } from './waiting.ts'

/** How much is kept of each: the newest. Older data is read again by REST when needed. */
export const MIRROR_LIMITS = {
  /** Lines of all open conversations; the one opened last stays, whatever its length. */
  items: 12_000,
  /** Calls of conversations that are not open. */
  looseCalls: 2_000,
  turns: 500,
  /** Output of a call; a quarter is dropped at once, so that the rest does not move at every piece. */
  outputCharacters: 64_000,
  /** Calls whose long output, parameters or result are kept. */
  heavyCalls: 64,
  changedPaths: 500,
  settled: 50,
} as const

/** A line of a conversation, in order of time: a message, a call, or the end of an unfinished turn. */
export interface TimelineItem {
  readonly kind: 'message' | 'call' | 'end'
  readonly id: string
  readonly at: string
  /** Order within one moment: 0 for a message, then its calls in the agent's order. */
  readonly order: number
}

/** The part of a conversation that was not read yet. Messages and calls are separate lists, each newest first. */
export interface OlderPart {
  readonly messages: Remainder
  readonly calls: Remainder
}

export interface Remainder {
  /** Undefined if everything was read. */
  readonly cursor: string | undefined
  /** The time of the oldest one read. */
  readonly from: string
}

export interface ShownMessage extends Pick<MessageView, 'id' | 'session_id' | 'turn_id' | 'role' | 'content' | 'note_form' | 'created_at'> {
  readonly tool_calls: readonly Pick<ToolCall, 'call_id' | 'tool_name' | 'error' | 'error_form'>[]
}

export type Turn = Omit<EventPayload<'chat.turn'>, 'timestamp'> & {
  readonly started_at: string
  readonly ended_at: string | null
}

/** Text of the model that is still being written. */
export interface Writing {
  readonly turn_id: string
  readonly step: number
  /** Where the text begins, in characters of the step; not 0 if the beginning is missing. */
  readonly offset: number
  /** Where it ends. */
  readonly next: number
  readonly text: string
}

export interface MirrorState {
  /** False until the first snapshot: an empty list then means "not known yet". */
  readonly isLoaded: boolean
  readonly project: Project | null
  readonly runner: Pick<Runner, 'runner_id' | 'online' | 'isolation'> | null
  readonly sessions: ReadonlyMap<string, Session>
  /** By session, for conversations that were opened here. */
  readonly timelines: ReadonlyMap<string, readonly TimelineItem[]>
  /** By session, for those with a timeline. */
  readonly older: ReadonlyMap<string, OlderPart>
  readonly messages: ReadonlyMap<string, ShownMessage>
  readonly calls: ReadonlyMap<string, Call>
  /** By turn. */
  readonly turns: ReadonlyMap<string, Turn>
  /** By session. */
  readonly writing: ReadonlyMap<string, Writing>
  /** Pending ones only, oldest first. */
  readonly waiting: ReadonlyMap<string, Waiting>
  /** The last settled ones, newest last. */
  readonly settled: readonly Settled[]
  /** Counters that grow with each change, for views that read their lists by REST. */
  readonly news: Readonly<Record<'grants' | 'calls' | 'files' | 'runner' | 'devices', number>>
  /** The last paths that changed on disk, newest last. */
  readonly changedPaths: readonly string[]
}

export const emptyState = (): MirrorState => ({
  isLoaded: false,
  project: null,
  runner: null,
  sessions: new Map(),
  timelines: new Map(),
  older: new Map(),
  messages: new Map(),
  calls: new Map(),
  turns: new Map(),
  writing: new Map(),
  waiting: new Map(),
  settled: [],
  news: { grants: 0, calls: 0, files: 0, runner: 0, devices: 0 },
  changedPaths: [],
})
