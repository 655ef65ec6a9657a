// Applies what was read by REST to the state. Complete lists replace what was known; records are merged.
import type { ApprovalView, ExecutionView, Project, Runner, Session } from '@countersign/protocol'
import { newCall, withRecord } from '../calls/call.ts'
import { putCall, putOutput, type ReadOutput } from '../events/apply-tools.ts'
import { settleMissing } from '../events/settled.ts'
import { createDraft, type Draft } from '../state/draft.ts'
import type { MirrorState } from '../state/state.ts'
import { type Waiting, waitingOfRecord } from '../state/waiting.ts'

export interface Snapshot {
  readonly project: Project & { readonly runner: Runner | null }
  readonly sessions: readonly Session[]
  readonly approvals: readonly ApprovalView[]
}

export function applySnapshot(state: MirrorState, { project: found, sessions, approvals }: Snapshot): MirrorState {
  const draft = createDraft(state)
  const { runner, ...project } = found
  draft.set({ isLoaded: true, project, runner })
  for (const session of sessions) draft.put('sessions', session.id, session)
  const oldestFirst = approvals.toSorted((a, b) => a.created_at.localeCompare(b.created_at))
  draft.replace(
    'waiting',
    oldestFirst.map((approval) => [approval.id, joinApproval(state, approval)] as const),
  )
  settleMissing(draft, state.waiting.values())
  for (const name of ['grants', 'calls', 'files', 'runner'] as const) draft.count(name)
  return draft.state
}

export const applyRecords = (state: MirrorState, records: readonly ExecutionView[]): MirrorState => {
  const draft = createDraft(state)
  for (const record of records) joinRecord(draft, record)
  return draft.state
}

export function applyOutputOf(state: MirrorState, id: string, read: ReadOutput): MirrorState {
  const draft = createDraft(state)
  putOutput(draft, id, read)
  return draft.state
}

export function applySession(state: MirrorState, session: Session): MirrorState {
  const draft = createDraft(state)
  draft.put('sessions', session.id, session)
  return draft.state
}

/** Stores the complete approval, unless it was answered meanwhile. */
export function applyApproval(state: MirrorState, approval: ApprovalView): MirrorState {
  const draft = createDraft(state)
  if (approval.status === 'pending' && state.waiting.has(approval.id)) draft.put('waiting', approval.id, joinApproval(state, approval))
  return draft.state
}

/** A pending approval never changes, so an unmasked text on the screen stays. */
function joinApproval({ waiting }: MirrorState, approval: ApprovalView): Waiting {
  const known = waiting.get(approval.id)
  return known?.unmasked_digest !== undefined ? known : waitingOfRecord(approval)
}

const joinRecord = (draft: Draft, record: ExecutionView): void =>
  putCall(draft, withRecord(draft.state.calls.get(record.tool_id) ?? newCall(record.tool_id, record.created_at), record))
