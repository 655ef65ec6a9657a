// The clearance of an execution: its risk, who or what cleared it, and the proof that it may run: the claims of a JWS that the server signs
// and the runner checks.
import * as z from 'zod'
import { baseDigestsSchema, digestSchema } from '../digest/digest.ts'
import { approvalId, attemptId, executionId, grantId } from '../ids/ids.ts'
import { modeSchema } from '../session/mode.ts'

/** An order: a call's risk is the highest of its findings. */
export const RISKS = ['LOW', 'MEDIUM', 'HIGH'] as const
export const riskSchema = z.enum(RISKS)
export type Risk = z.infer<typeof riskSchema>

export const isolationSchema = z.enum(['sandbox', 'none'])
export type Isolation = z.infer<typeof isolationSchema>

export const isRiskAbove = (risk: Risk, than: Risk): boolean => RISKS.indexOf(risk) > RISKS.indexOf(than)

/** What a runner on stdio does with a call that needs an approval: ask its parent, refuse it or run it. */
export const APPROVE_MODES = ['ask', 'low', 'all'] as const
export const approveModeSchema = z.enum(APPROVE_MODES)
export type ApproveMode = z.infer<typeof approveModeSchema>

/** Who or what cleared an execution. `signature` has room for the operator's own key. */
export const clearedBySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('person'), user_id: z.string(), approval_id: approvalId.optional(), signature: z.string().optional() }),
  z.strictObject({
    kind: z.literal('grant'),
    grant_id: grantId,
    /** Further grants, if it took several to cover all parts of the call. */
    also: z.array(grantId).optional(),
    /** The globs of the files that the grants cover, if they are about files: the runner holds the resolved names against them. */
    paths: z.array(z.string()).optional(),
  }),
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

/** The type of the token. Short, because every signal carries it. */
export const CLEARANCE_TYPE = 'cs'

export const clearanceSchema = z.strictObject({
  execution_id: executionId,
  attempt_id: attemptId,
  call_digest: digestSchema,
  /** Digests of what a person was shown; for a grant only those of the scripts that it binds, for a rule none. */
  base_digests: baseDigestsSchema.default({}),
  /** Globs of the files that no agent may change in this project, by the operator's word. */
  denied_paths: z.array(z.string()).optional(),
  risk: riskSchema,
  network: z.boolean(),
  /** The mode that the call was judged in; left out: strict. */
  mode: modeSchema.optional(),
  by: clearedBySchema,
  policy_version: z.string(),
  exp: z.int(),
})
export type Clearance = z.output<typeof clearanceSchema>
export type ClearanceClaims = z.input<typeof clearanceSchema>
