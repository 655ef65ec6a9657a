// One pending approval or question.
import type { Approval, ApprovalStatus, ApprovalView, EventPayload } from '@countersign/protocol'

export interface Waiting
  extends Pick<
    Approval,
    | 'id'
    | 'tool_id'
    | 'session_id'
    | 'agent'
    | 'kind'
    | 'tool_name'
    | 'tool_params'
    | 'description'
    | 'description_form'
    | 'preview'
    | 'risk_level'
    | 'reasons'
    | 'reasons_forms'
    | 'scopes'
    | 'digest'
    | 'timeout_seconds'
    | 'created_at'
    | 'expires_at'
    | 'masked'
  > {
  /** Parameters or preview were too long for the event: it must be fetched before it can be answered. */
  readonly is_abridged: boolean
  /** The unmasked text is here: the person asked for it, or nothing is masked. */
  readonly is_unmasked: boolean
  /** Sent with an approval; only the unmasked text comes with it. */
  readonly unmasked_digest?: string | undefined
}

/** Everything that would run is shown unmasked and complete; only then can it be approved. */
export const showsAll = ({ is_abridged, is_unmasked }: Waiting): boolean => !is_abridged && is_unmasked

/** One that is no longer pending. */
export interface Settled extends Pick<Waiting, 'id' | 'tool_id' | 'tool_name' | 'kind' | 'description' | 'description_form'> {
  /** `gone`: it was settled while this page was offline, and the outcome is not known yet. */
  readonly status: Exclude<ApprovalStatus, 'pending'> | 'gone'
  readonly by: string | null
  /** The agent's client at which it was answered; null if the person answered, or nobody. */
  readonly atClient: string | null
  readonly comment: string | null
}

export const waitingOfRecord = (approval: ApprovalView): Waiting => ({
  ...approval,
  is_abridged: false,
  is_unmasked: approval.masked.length === 0 || approval.unmasked_digest !== undefined,
})

export function waitingOfEvent(
  kind: Waiting['kind'],
  event: EventPayload<'tool.approval_request'> | EventPayload<'tool.question'>,
): Waiting {
  const { approval_id, timestamp, abridged, masked = [], ...rest } = event
  const reported = { masked, is_unmasked: masked.length === 0, is_abridged: abridged === true }
  return { scopes: [], ...rest, kind, id: approval_id, created_at: timestamp, ...reported }
}
