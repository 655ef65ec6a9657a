// Who or what cleared an execution. `signature` has room for the operator's own key.
import * as z from 'zod'
import { approvalId, grantId } from '../ids/ids.ts'

/** What a runner on stdio does with a call that needs an approval: ask its parent, refuse it or run it. */
export const APPROVE_MODES = ['ask', 'low', 'all'] as const
export const approveModeSchema = z.enum(APPROVE_MODES)
export type ApproveMode = z.infer<typeof approveModeSchema>

export const clearedBySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('person'), user_id: z.string(), approval_id: approvalId.optional(), signature: z.string().optional() }),
  z.strictObject({ kind: z.literal('grant'), grant_id: grantId }),
  z.strictObject({ kind: z.literal('rule'), rule: z.string() }),
  /** On stdio: the program that started the runner. `decision` if it was asked, about this call or in a review of the same diff. */
  z.strictObject({ kind: z.literal('parent'), mode: approveModeSchema, decision: z.enum(['approve', 'edit', 'review']).optional() }),
])
export type ClearedBy = z.infer<typeof clearedBySchema>

/** Whether somebody was shown exactly this call and approved it. */
export const isOwnAnswer = (by: ClearedBy): boolean =>
  by.kind === 'person' || (by.kind === 'parent' && (by.decision === 'approve' || by.decision === 'edit'))

/** The risk table's own rule: LOW runs without asking. */
export const LOW_RISK_RULE = 'risk:LOW'
