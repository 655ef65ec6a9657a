// An answer being prepared, and the request that it becomes.
import {
  type ApproveBody,
  canonicalJson,
  type GrantDays,
  type Kept,
  type NeverScope,
  type OfferedScope,
  type QuestionAnswer,
  type RejectBody,
} from '@countersign/protocol'
import type { Waiting } from '../../mirror/state/waiting.ts'
import { choicesOf, countKept, type Dropped, dropAll, keptOf } from './part-choice.ts'

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
  /** Of a grant for the project. Null: until it is revoked. */
  readonly grantDays: GrantDays | null
  readonly everyAgent: boolean
  /** What a rejection refuses from now on; null: only this call. */
  readonly never: NeverAnswer | null
  readonly edit: Edit | null
  /** The selected hunks of a review; null until the person has chosen. */
  readonly chosen: ReadonlySet<number> | null
  readonly hunkComments: Readonly<Record<string, string>>
  /** Hunks and lines of a change that are not kept. */
  readonly dropped: Dropped
}

export interface NeverAnswer {
  readonly scope: Exclude<NeverScope, 'once'>
  readonly class: string
}

export const EMPTY_DRAFT: Draft = {
  comment: '',
  stop: false,
  scopeIndex: 0,
  coverHigh: false,
  grantSeconds: null,
  grantDays: null,
  everyAgent: false,
  never: null,
  edit: null,
  chosen: null,
  hunkComments: {},
  dropped: new Set(),
}

export const scopeOf = ({ scopeIndex }: Draft, { scopes }: Waiting): OfferedScope | undefined => scopes[scopeIndex] ?? scopes[0]

/** Undefined if nothing differs from what the agent requested. */
export function editedParams({ edit }: Draft, { tool_params }: Waiting): Record<string, unknown> | undefined {
  if (!edit?.params || canonicalJson(edit.params) === canonicalJson(tool_params)) return undefined
  return { ...edit.params }
}

/** What is kept of a change, if the person chose or commented; undefined for a plain yes, and while the parameters are edited. */
export function keptPart(draft: Draft, waiting: Waiting, dropped = draft.dropped): Kept | undefined {
  const { preview } = waiting
  if (draft.edit !== null || choicesOf(waiting).length === 0 || preview?.kind !== 'diff') return undefined
  const kept = keptOf(preview, dropped, draft.hunkComments)
  return dropped.size > 0 || Object.keys(kept.comments).length > 0 ? kept : undefined
}

/** Whether only a part is kept; nothing is no part. */
export const keepsPart = (draft: Draft, waiting: Waiting): boolean => draft.dropped.size > 0 && keptPart(draft, waiting) !== undefined

export const keepsAny = (draft: Draft, waiting: Waiting): boolean =>
  !keepsPart(draft, waiting) || countKept(draft.dropped, choicesOf(waiting)) > 0

export function approveBodyOf(draft: Draft, waiting: Waiting, edited_params?: Record<string, unknown>): ApproveBody {
  const kept = keptPart(draft, waiting)
  const isPart = keepsPart(draft, waiting)
  const offered = isPart ? undefined : scopeOf(draft, waiting)
  const isStanding = offered !== undefined && offered.scope !== 'once'
  const isLasting = offered?.scope === 'project'
  return {
    decision: 'approved',
    scope: offered?.scope ?? 'once',
    ...(offered?.class !== undefined && { class: offered.class }),
    ...(isStanding && !isLasting && draft.grantSeconds !== null && { grant_seconds: draft.grantSeconds }),
    ...(isLasting && draft.grantDays !== null && { grant_days: draft.grantDays }),
    ...(isLasting && { every_agent: draft.everyAgent }),
    cover_high: (isStanding || isPart) && draft.coverHigh,
    ...(kept && { kept }),
    ...(edited_params && { edited_params }),
    ...(waiting.unmasked_digest !== undefined && { unmasked_digest: waiting.unmasked_digest }),
    ...commentOf(draft),
    stop: draft.stop,
  }
}

/** Comments on hunks go with a rejection as a choice that keeps none. */
export function rejectBodyOf(draft: Draft, waiting: Waiting): RejectBody {
  const { comment, stop, never } = draft
  const kept = keptPart(draft, waiting, dropAll(choicesOf(waiting)))
  return {
    ...(comment.trim() !== '' && { reason: comment.trim() }),
    ...(kept && Object.keys(kept.comments).length > 0 && { kept }),
    ...never,
    stop,
  }
}

export interface NeverChoice extends NeverAnswer {
  readonly label: string
  readonly label_form?: OfferedScope['label_form']
}

/** What a rejection may refuse from now on: each class of the call, in this session and, where offered, in this project. */
export function neverChoices({ scopes }: Pick<Waiting, 'scopes'>): NeverChoice[] {
  const classesOf = (scope: 'class' | 'project') => scopes.filter((one) => one.scope === scope).flatMap(namedClasses)
  const lasting = new Set(classesOf('project').map((one) => one.class))
  return classesOf('class').flatMap((one) => [
    ...(lasting.has(one.class) ? [{ ...one, scope: 'project' as const }] : []),
    { ...one, scope: 'class' as const },
  ])
}

const namedClasses = ({ parts, class: key, label, label_form }: OfferedScope): Omit<NeverChoice, 'scope'>[] =>
  (parts ?? (key === undefined ? [] : [{ class: key, label, label_form }])).map((one) => ({
    class: one.class,
    label: one.label,
    ...(one.label_form && { label_form: one.label_form }),
  }))

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
