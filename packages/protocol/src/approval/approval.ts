// A question to the operator whether one execution may run, or one that the agent asks; and the answer that was given.
import * as z from 'zod'
import { baseDigestsSchema, digestSchema } from '../digest/digest.ts'
import { riskSchema } from '../execution/clearance.ts'
import { timeSchema } from '../execution/state.ts'
import { boundScriptSchema } from '../grant/grant.ts'
import { approvalId, executionId, grantId, projectId, sessionId } from '../ids/ids.ts'
import { sentenceSchema } from '../sentence/sentence.ts'
import { listEntrySchema, modeSchema } from '../session/mode.ts'
import { previewSchema } from './preview.ts'
import { questionAnswerSchema } from './question.ts'
import { keptSchema } from './shown-hunks.ts'

export const approvalStatusSchema = z.enum(['pending', 'approved', 'rejected', 'answered', 'expired', 'withdrawn', 'superseded'])
export type ApprovalStatus = z.infer<typeof approvalStatusSchema>

export const scopeSchema = z.enum(['once', 'class', 'session', 'project'])
export type Scope = z.infer<typeof scopeSchema>

/** How far a no reaches: this call, such calls in this session, such calls in this project. */
export const neverScopeSchema = z.enum(['once', 'class', 'project'])
export type NeverScope = z.infer<typeof neverScopeSchema>

/** An earlier call that a scope would have covered. */
export const matchedCallSchema = z.strictObject({
  tool_id: executionId,
  title: z.string(),
  title_form: sentenceSchema.optional(),
  created_at: timeSchema,
})
export type MatchedCall = z.infer<typeof matchedCallSchema>

/** One of several classes that are granted together, because the call consists of several commands or files. */
export const offeredPartSchema = z.strictObject({
  class: z.string(),
  label: z.string(),
  label_form: sentenceSchema.optional(),
  covers: z.string(),
  covers_form: sentenceSchema.optional(),
  script: boundScriptSchema.optional(),
})
export type OfferedPart = z.infer<typeof offeredPartSchema>

export const offeredScopeSchema = z.strictObject({
  scope: scopeSchema,
  label: z.string(),
  label_form: sentenceSchema.optional(),
  covers: z.string(),
  covers_form: sentenceSchema.optional(),
  warning: z.string().optional(),
  warning_form: sentenceSchema.optional(),
  /** Names the class if several are offered. */
  class: z.string().optional(),
  /** Set if the class runs a script of the workspace: the grant holds only for this text. */
  script: boundScriptSchema.optional(),
  /** Set if the call needs several grants: one for each of these. */
  parts: z.array(offeredPartSchema).optional(),
  /** How many calls of this project in the last 30 days were of this class; counting stops at 100. */
  matched: z.int().optional(),
  /** The latest of them. */
  recent: z.array(matchedCallSchema).optional(),
})
export type OfferedScope = z.infer<typeof offeredScopeSchema>

/** The same without forms: its texts say all in English. */
export function plainScope({ label_form, covers_form, warning_form, parts, recent, ...scope }: OfferedScope): OfferedScope {
  return {
    ...scope,
    ...(parts && { parts: parts.map(({ label_form: _, covers_form: __, ...part }) => part) }),
    ...(recent && { recent: recent.map(({ title_form, ...call }) => call) }),
  }
}

/** Set if a question was answered over the agent's own connection, with the agent's token: never counted as the operator. */
export const clientAnswererSchema = z.strictObject({
  by: z.literal('mcp_client'),
  /** The client's name for itself. */
  client: z.string(),
})
export type ClientAnswerer = z.infer<typeof clientAnswererSchema>

export const decisionSchema = z.strictObject({
  answer: z.enum(['approved', 'rejected', 'answered']),
  /** The operator; or the agent, if `answered_by` says that the answer came over its own connection. */
  by: z.string(),
  answered_by: clientAnswererSchema.optional(),
  at: timeSchema,
  scope: scopeSchema,
  grant_id: grantId.nullable(),
  edited_params: z.record(z.string(), z.unknown()).nullable(),
  comment: z.string().nullable(),
  reason: z.string().nullable(),
  stop: z.boolean(),
  /** What the answer added to the project's list of commands. */
  added_to_list: z.array(listEntrySchema).optional(),
  /** If masking changes something: whether the answer named the digest of the true text, which proves that it was read. */
  saw_unmasked: z.boolean().optional(),
  /** The answer to a question, in its masked form. */
  question_answer: questionAnswerSchema.optional(),
  /** Which part of a change was kept, where not all of it; its comments are masked. */
  kept: keptSchema.optional(),
  /** Digest of the unmasked answer or edited parameters, which are stored masked. */
  answer_digest: digestSchema.optional(),
})
export type Decision = z.infer<typeof decisionSchema>

/** A part of an approval that the operator sees and that records keep masked. */
export const maskedPartSchema = z.enum(['description', 'reasons', 'scopes', 'tool_params', 'preview'])
export type MaskedPart = z.infer<typeof maskedPartSchema>

export const approvalSchema = z.strictObject({
  id: approvalId,
  tool_id: executionId,
  project_id: projectId,
  session_id: sessionId,
  user_id: z.string(),
  agent: z.string(),
  kind: z.enum(['approval', 'question']),
  status: approvalStatusSchema,
  tool_name: z.string(),
  tool_params: z.record(z.string(), z.unknown()),
  description: z.string(),
  description_form: sentenceSchema.nullish(),
  preview: previewSchema.nullable(),
  risk_level: riskSchema,
  reasons: z.array(z.string()),
  /** One for each of `reasons`, in the same order. */
  reasons_forms: z.array(sentenceSchema).nullish(),
  scopes: z.array(offeredScopeSchema),
  /** The mode that the call was judged in; null before there were modes: strict. */
  mode: modeSchema.nullable(),
  /** What the answer may add to the project's list of commands, by `add_to_list`. */
  list_offers: z.array(listEntrySchema),
  digest: digestSchema,
  base_digests: baseDigestsSchema,
  timeout_seconds: z.int(),
  created_at: timeSchema,
  expires_at: timeSchema,
  warned: z.boolean(),
  /** The parts that masking changes in events and records; the operator must see their true text before approving. */
  masked: z.array(maskedPartSchema),
  decision: decisionSchema.nullable(),
})
export type Approval = z.infer<typeof approvalSchema>
