// Applies events of the stream to the state. Pure and idempotent: a repeated event changes nothing, an outdated one reverts nothing,
// an unknown one is ignored. Nothing ever runs because of an event.
import type { EventPayload, EventType, StreamEvent } from '@countersign/protocol'
import { createDraft, type Draft } from '../state/draft.ts'
import { MIRROR_LIMITS, type MirrorState } from '../state/state.ts'
import { trim } from '../state/trim.ts'
import { waitingOfEvent } from '../state/waiting.ts'
import { applyMessage, applyTurn } from './apply-chat.ts'
import { applyCancel, applyLateResult, applyOutput, applyStatus, markAsked } from './apply-tools.ts'
import { applyDelta } from './apply-writing.ts'
import { settle } from './settled.ts'

type Appliers = { readonly [T in EventType]?: (draft: Draft, data: EventPayload<T>) => void }

const APPLIERS: Appliers = {
  'tool.approval_request': (draft, data) => ask(draft, 'approval', data),
  'tool.question': (draft, data) => ask(draft, 'question', data),
  'tool.approval_resolved': resolve,
  'tool.question_resolved': resolve,
  'tool.status': applyStatus,
  'tool.cancel': applyCancel,
  'tool.output': applyOutput,
  'tool.late_result': applyLateResult,
  'chat.message': applyMessage,
  'chat.delta': applyDelta,
  'chat.turn': applyTurn,
  'files.changed': (draft, { paths }) => {
    draft.set({ changedPaths: [...draft.state.changedPaths, ...paths].slice(-MIRROR_LIMITS.changedPaths) })
    draft.count('files')
  },
  'runner.online': (draft, { runner_id, isolation = 'none' }) => setRunner(draft, { runner_id, isolation, online: true }),
  'runner.offline': (draft, { runner_id }) => setRunner(draft, { isolation: 'none', ...draft.state.runner, runner_id, online: false }),
  'project.changed': (draft, { name }) => draft.state.project && draft.set({ project: { ...draft.state.project, name } }),
  'grant.created': (draft) => draft.count('grants'),
  'grant.revoked': (draft) => draft.count('grants'),
  'device.requested': (draft) => draft.count('devices'),
  'device.answered': (draft) => draft.count('devices'),
  'device.signed_in': (draft) => draft.count('devices'),
  'device.ended': (draft) => draft.count('devices'),
}

export function applyEvents(state: MirrorState, events: readonly StreamEvent[]): MirrorState {
  if (events.length === 0) return state
  const draft = createDraft(state)
  for (const { type, data } of events) (APPLIERS[type] as ((draft: Draft, data: unknown) => void) | undefined)?.(draft, data)
  trim(draft, state)
  return draft.state
}

function ask(
  draft: Draft,
  kind: 'approval' | 'question',
  data: EventPayload<'tool.approval_request'> | EventPayload<'tool.question'>,
): void {
  // A fetched approval is not replaced by the shorter one of the event.
  if (!draft.state.waiting.has(data.approval_id)) draft.put('waiting', data.approval_id, waitingOfEvent(kind, data))
  markAsked(draft, data)
}

/** No other event tells that a call ended with its answer: rejected, expired, withdrawn. */
function resolve(draft: Draft, data: EventPayload<'tool.approval_resolved'> | EventPayload<'tool.question_resolved'>): void {
  settle(draft, data)
  const { tool_id, tool_status, timestamp } = data
  if (draft.state.calls.get(tool_id)?.status === 'awaiting_approval')
    applyStatus(draft, { tool_id, tool_name: '', status: tool_status, timestamp })
  else draft.count('calls')
}

function setRunner(draft: Draft, runner: NonNullable<MirrorState['runner']>): void {
  draft.set({ runner })
  draft.count('runner')
}
