// Events as the server gives them, and records and parts of conversations with only what the mirror reads of each.
import type { ApprovalView, EventType, ExecutionView, MessageView, StreamEvent } from '@countersign/protocol'
import { sampleEvent } from '../../protocol/test/sample-event.ts'
import { applyConversation, type ConversationPart } from '../src/mirror/reading/apply-conversation.ts'
import type { Snapshot } from '../src/mirror/reading/apply-snapshot.ts'
import { emptyState, type MirrorState } from '../src/mirror/state/state.ts'

export const timeOf = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
export const SESSION = 'session-1'

export const event = (type: EventType, data: object): StreamEvent => sampleEvent(type, data)

export const status = (tool_id: string, status: string, more: object = {}) =>
  event('tool.status', { tool_id, session_id: SESSION, agent: 'assistant', tool_name: 'read_file', status, ...more })

export const asked = (approval_id: string, more: object = {}) =>
  event('tool.approval_request', {
    approval_id,
    tool_id: `tool-of-${approval_id}`,
    session_id: SESSION,
    agent: 'assistant',
    tool_name: 'write_file',
    tool_params: { path: 'a.md' },
    preview: null,
    risk_level: 'MEDIUM',
    reasons: ['it writes'],
    scopes: [],
    description: 'Write a.md',
    ...more,
  })

export const approval = (id: string, more: object = {}) =>
  ({
    id,
    tool_id: `tool-of-${id}`,
    session_id: SESSION,
    kind: 'approval',
    status: 'pending',
    created_at: timeOf(1),
    masked: [],
    ...more,
  }) as unknown as ApprovalView

export const record = (tool_id: string, more: object = {}) =>
  ({
    tool_id,
    tool_name: 'read_file',
    session_id: SESSION,
    status: 'completed',
    tool_params: { path: 'a.md' },
    created_at: timeOf(1),
    result: { content: 'x' },
    ...more,
  }) as unknown as ExecutionView

export const message = (id: string, role: string, second: number, content = id) =>
  ({ id, session_id: SESSION, turn_id: 'turn-1', role, content, tool_calls: [], created_at: timeOf(second) }) as unknown as MessageView

export const snapshot = (approvals: ApprovalView[] = []): Snapshot => ({
  project: { id: 'p', runner: null } as never,
  sessions: [],
  approvals,
})

export const ALL = { cursor: undefined, from: '' }

/** As REST gives it, oldest first. */
export const part = (more: Partial<ConversationPart> = {}): ConversationPart => ({
  sessionId: SESSION,
  messages: [],
  executions: [],
  turns: [],
  older: { messages: ALL, calls: ALL },
  isNewest: true,
  ...more,
})

export const opened = (): MirrorState => applyConversation(emptyState(), part())

export const timelineOf = (state: MirrorState) => state.timelines.get(SESSION)?.map(({ id }) => id)
