// The proof that an execution may run: the claims of a JWS that the server signs and the runner checks.
import * as z from 'zod'
import { baseDigestsSchema, digestSchema } from '../digest/digest.ts'
import { attemptId, executionId } from '../ids/ids.ts'
import { clearedBySchema } from './cleared-by.ts'
import { riskSchema } from './risk.ts'

/** Short, because every signal carries it. */
export const CLEARANCE_TYPE = 'cs'

export const clearanceSchema = z.strictObject({
  execution_id: executionId,
  attempt_id: attemptId,
  call_digest: digestSchema,
  /** Digests of what a person was shown; none for a grant or a rule. */
  base_digests: baseDigestsSchema.default({}),
  risk: riskSchema,
  network: z.boolean(),
  by: clearedBySchema,
  policy_version: z.string(),
  exp: z.int(),
})
export type Clearance = z.output<typeof clearanceSchema>
export type ClearanceClaims = z.input<typeof clearanceSchema>
