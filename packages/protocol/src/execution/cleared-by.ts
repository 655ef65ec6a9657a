// Who or what cleared an execution. `signature` has room for the operator's own key.
import * as z from 'zod'
import { approvalId, grantId } from '../ids/ids.ts'

/** What a runner on stdio does with a call that needs an approval: asks its parent, refuses it, runs it. */
export const APPROVE_MODES = ['ask', 'low', 'all'] as const
export const approveModeSchema = z.enum(APPROVE_MODES)
export type ApproveMode = z.infer<typeof approveModeSchema>

export const clearedBySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('person'), user_id: z.string(), approval_id: approvalId.optional(), signature: z.string().optional() }),
  z.strictObject({ kind: z.literal('grant'), grant_id: grantId }),
  z.strictObject({ kind: z.literal('rule'), rule: z.string() }),
  /** The program that started the runner, on stdio. `decision` where it was asked: about this call, or before by a review of the same diff. */
  z.strictObject({ kind: z.literal('parent'), mode: approveModeSchema, decision: z.enum(['approve', 'edit', 'review']).optional() }),
])
export type ClearedBy = z.infer<typeof clearedBySchema>

/** Whether somebody was shown this very call and said yes to it. */
export const isOwnAnswer = (by: ClearedBy): boolean =>
  by.kind === 'person' || (by.kind === 'parent' && (by.decision === 'approve' || by.decision === 'edit'))

/** The rule of the risk table itself: LOW runs without asking. */
export const LOW_RISK_RULE = 'risk:LOW'
