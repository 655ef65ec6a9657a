// An answer being prepared, and the request that it becomes.
import { type ApproveBody, canonicalJson, type OfferedScope, type QuestionAnswer, type RejectBody } from '@countersign/protocol'
import type { Waiting } from '../../mirror/state/waiting.ts'

/** Parameters being edited, as a form or as JSON. */
export interface Edit {
  readonly mode: 'form' | 'json'
  readonly text: string
  /** Undefined while the text is not a JSON object. */
  readonly params: Readonly<Record<string, unknown>> | undefined
  readonly problem?: string | undefined
}

export interface Draft {
  /** Sent to the agent with an approval; the reason of a rejection. */
  readonly comment: string
  readonly stop: boolean
  readonly scopeIndex: number
  readonly coverHigh: boolean
  /** Null: until the session ends. */
  readonly grantSeconds: number | null
  readonly edit: Edit | null
  /** The selected hunks of a review; null until the person has chosen. */
  readonly chosen: ReadonlySet<number> | null
  readonly hunkComments: Readonly<Record<string, string>>
}

export const EMPTY_DRAFT: Draft = {
  comment: '',
  stop: false,
  scopeIndex: 0,
  coverHigh: false,
  grantSeconds: null,
  edit: null,
  chosen: null,
  hunkComments: {},
}

export const scopeOf = ({ scopeIndex }: Draft, { scopes }: Waiting): OfferedScope | undefined => scopes[scopeIndex] ?? scopes[0]

/** Undefined if nothing differs from what the agent requested. */
export function editedParams({ edit }: Draft, { tool_params }: Waiting): Record<string, unknown> | undefined {
  if (!edit?.params || canonicalJson(edit.params) === canonicalJson(tool_params)) return undefined
  return { ...edit.params }
}

export function approveBodyOf(draft: Draft, waiting: Waiting, edited_params?: Record<string, unknown>): ApproveBody {
  const offered = scopeOf(draft, waiting)
  const isStanding = offered !== undefined && offered.scope !== 'once'
  return {
    decision: 'approved',
    scope: offered?.scope ?? 'once',
    ...(offered?.class !== undefined && { class: offered.class }),
    ...(isStanding && draft.grantSeconds !== null && { grant_seconds: draft.grantSeconds }),
    cover_high: isStanding && draft.coverHigh,
    ...(edited_params && { edited_params }),
    ...(waiting.unmasked_digest !== undefined && { unmasked_digest: waiting.unmasked_digest }),
    ...commentOf(draft),
    stop: draft.stop,
  }
}

export const rejectBodyOf = ({ comment, stop }: Draft): RejectBody => ({ ...(comment.trim() !== '' && { reason: comment.trim() }), stop })

export function reviewAnswerOf(draft: Draft, action: 'apply' | 'cancel', chosen: ReadonlySet<number>): QuestionAnswer {
  const said = Object.entries(draft.hunkComments).filter(([, comment]) => comment.trim() !== '')
  return {
    action,
    ...(action === 'apply' && { chunks_selected: [...chosen].toSorted((left, right) => left - right) }),
    ...(said.length > 0 && { chunk_comments: Object.fromEntries(said) }),
    ...commentOf(draft),
    cover_high: action === 'apply' && draft.coverHigh,
  }
}

export const commentOf = ({ comment }: Draft) => (comment.trim() === '' ? {} : { comment: comment.trim() })
