// One question that waits for the person: whether a call may run, or what the agent asks.
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
  /** Parameters or preview were too long for the event: it must be fetched before anybody answers. */
  readonly is_abridged: boolean
  /** The true text is here: the person asked for it, or nothing is masked. */
  readonly is_unmasked: boolean
  /** Sent with a yes: it comes with the true text only. */
  readonly unmasked_digest?: string | undefined
}

/** Everything that runs is on the screen as it is: before that nobody says yes. */
export const showsAll = ({ is_abridged, is_unmasked }: Waiting): boolean => !is_abridged && is_unmasked

/** One that no longer waits. */
export interface Settled extends Pick<Waiting, 'id' | 'tool_id' | 'tool_name' | 'kind' | 'description' | 'description_form'> {
  /** `gone`: it was settled while this page was not connected, and nothing has told how yet. */
  readonly status: Exclude<ApprovalStatus, 'pending'> | 'gone'
  readonly by: string | null
  /** The client of the agent at which it was answered; null where the person answered, or nobody. */
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
  const told = { masked, is_unmasked: masked.length === 0, is_abridged: abridged === true }
  return { scopes: [], ...rest, kind, id: approval_id, created_at: timestamp, ...told }
}
