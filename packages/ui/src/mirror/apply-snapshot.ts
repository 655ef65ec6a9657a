// What was read by REST over a state. Lists that the server gives whole replace what was known; records join it.
import type { Approval, ExecutionView, MessageView, Project, Runner, Session, Turn as TurnRecord } from '@countersign/protocol'
import { putMessage } from './apply-chat.ts'
import { putCall } from './apply-tools.ts'
import { newCall, withRecord } from './call.ts'
import { createDraft, type Draft } from './draft.ts'
import { settleMissing } from './settled.ts'
import type { MirrorState, Turn } from './state.ts'
import { waitingOfRecord } from './waiting.ts'

export interface Snapshot {
  readonly project: Project & { readonly runner: Runner | null }
  readonly sessions: readonly Session[]
  readonly approvals: readonly Approval[]
}

export interface ConversationPart {
  readonly messages: readonly MessageView[]
  readonly executions: readonly ExecutionView[]
  readonly turn?: TurnRecord | undefined
}

export function applySnapshot(state: MirrorState, { project: found, sessions, approvals }: Snapshot): MirrorState {
  const draft = createDraft(state)
  const { runner, ...project } = found
  draft.set({ isLoaded: true, project, runner })
  for (const session of sessions) draft.put('sessions', session.id, session)
  const oldestFirst = approvals.toSorted((a, b) => a.created_at.localeCompare(b.created_at))
  draft.replace(
    'waiting',
    oldestFirst.map((approval) => [approval.id, waitingOfRecord(approval)] as const),
  )
  settleMissing(draft, state.waiting.values())
  for (const name of ['grants', 'calls', 'files', 'runner'] as const) draft.count(name)
  return draft.state
}

export function applyConversation(state: MirrorState, { messages, executions, turn }: ConversationPart): MirrorState {
  const draft = createDraft(state)
  for (const message of messages.toReversed()) putMessage(draft, message, true)
  for (const execution of executions.toReversed()) joinRecord(draft, execution)
  if (turn) putTurn(draft, turn)
  return draft.state
}

/** From now on events fill it, so it is opened before it is read. With the calls that were told of before anybody looked. */
export function openTimeline(state: MirrorState, sessionId: string): MirrorState {
  if (state.timelines.has(sessionId)) return state
  const draft = createDraft(state)
  draft.put('timelines', sessionId, [])
  for (const call of draft.state.calls.values())
    if (call.session_id === sessionId) draft.place(sessionId, { kind: 'call', id: call.id, at: call.created_at })
  return draft.state
}

export const applyRecords = (state: MirrorState, records: readonly ExecutionView[]): MirrorState => {
  const draft = createDraft(state)
  for (const record of records) joinRecord(draft, record)
  return draft.state
}

export function applySession(state: MirrorState, session: Session): MirrorState {
  const draft = createDraft(state)
  draft.put('sessions', session.id, session)
  return draft.state
}

/** An approval as a whole, unless it was answered meanwhile. */
export function applyApproval(state: MirrorState, approval: Approval): MirrorState {
  const draft = createDraft(state)
  if (approval.status === 'pending' && state.waiting.has(approval.id)) draft.put('waiting', approval.id, waitingOfRecord(approval))
  return draft.state
}

const joinRecord = (draft: Draft, record: ExecutionView): void =>
  putCall(draft, withRecord(draft.state.calls.get(record.tool_id) ?? newCall(record.tool_id, record.created_at), record))

function putTurn(draft: Draft, turn: TurnRecord): void {
  const { id, session_id, model, steps, input_tokens, output_tokens, error, error_type } = turn
  const status = turn.status === 'running' ? 'started' : turn.status
  const known = draft.state.turns.get(id)
  if (known?.ended_at || (known && turn.ended_at === null)) return
  const shown: Omit<Turn, 'started_at' | 'ended_at'> = {
    turn_id: id,
    session_id,
    status,
    model,
    steps,
    input_tokens,
    output_tokens,
    error,
    error_code: error_type,
  }
  draft.put('turns', id, { ...shown, started_at: turn.created_at, ended_at: turn.ended_at })
}
