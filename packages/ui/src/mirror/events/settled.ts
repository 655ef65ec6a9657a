// Settled approvals: how the last ones ended, and by whom, so that a window can say why one is gone.
import type { ApprovalStatus, ClientAnswerer } from '@countersign/protocol'
import { createDraft, type Draft } from '../state/draft.ts'
import { MIRROR_LIMITS, type MirrorState } from '../state/state.ts'
import type { Settled, Waiting } from '../state/waiting.ts'

interface Resolution {
  readonly approval_id: string
  readonly status: ApprovalStatus
  readonly by: string | null
  readonly answered_by?: ClientAnswerer | undefined
  readonly comment: string | null
}

export function settle(draft: Draft, { approval_id, status, by, answered_by, comment }: Resolution): void {
  const known = draft.state.waiting.get(approval_id) ?? draft.state.settled.find(({ id }) => id === approval_id)
  draft.remove('waiting', approval_id)
  if (known && status !== 'pending') put(draft, { ...namesOf(known), status, by, atClient: answered_by?.client ?? null, comment })
}

/** Settles expired approvals (milliseconds of the server's clock): no answer to them counts any more. */
export function applyExpiry(state: MirrorState, now: number): MirrorState {
  const over = [...state.waiting.values()].filter(({ expires_at }) => Date.parse(expires_at) <= now)
  if (over.length === 0) return state
  const draft = createDraft(state)
  for (const { id } of over) settle(draft, { approval_id: id, status: 'expired', by: null, comment: null })
  return draft.state
}

/** Approvals that were pending when the connection was lost, and no longer are. */
export function settleMissing(draft: Draft, before: Iterable<Waiting>): void {
  const untold = { status: 'gone', by: null, atClient: null, comment: null } as const
  for (const one of before) if (!draft.state.waiting.has(one.id)) put(draft, { ...namesOf(one), ...untold })
}

const namesOf = ({ id, tool_id, tool_name, kind, description, description_form }: Waiting | Settled) => ({
  id,
  tool_id,
  tool_name,
  kind,
  description,
  description_form,
})

const put = (draft: Draft, settled: Settled): void =>
  draft.set({ settled: [...draft.state.settled.filter(({ id }) => id !== settled.id), settled].slice(-MIRROR_LIMITS.settled) })
