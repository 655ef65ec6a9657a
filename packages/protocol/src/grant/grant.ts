// A grant: an answer that covers further calls; what it covers, for whom, until when.
import * as z from 'zod'
import { timeSchema } from '../execution/state.ts'
import { approvalId, grantId, projectId, sessionId } from '../ids/ids.ts'
import { sentenceSchema } from '../sentence/sentence.ts'

/**
 * `class` is the key of a call class, such as `execute_command:git commit`; null covers every call of the session. With
 * scope `exact` it is the digest of the one call that the grant covers, once.
 */
export const grantSchema = z.strictObject({
  id: grantId,
  project_id: projectId,
  session_id: sessionId,
  user_id: z.string(),
  agent: z.string(),
  approval_id: approvalId,
  scope: z.enum(['class', 'session', 'exact']),
  class: z.string().nullable(),
  covers: z.string(),
  covers_form: sentenceSchema.nullish(),
  cover_high: z.boolean(),
  created_at: timeSchema,
  expires_at: timeSchema,
  revoked_at: timeSchema.nullable(),
  /** How many calls it has cleared. */
  matched: z.int().min(0),
})
export type Grant = z.infer<typeof grantSchema>
