// What clients send. Unknown fields are refused, but for what a runner says of itself and of a result: a newer one may say more.
import * as z from 'zod'
import { scopeSchema } from '../approval/approval.ts'
import { previewSchema } from '../approval/preview.ts'
import { baseDigestsSchema, digestSchema } from '../digest/digest.ts'
import { riskSchema } from '../execution/risk.ts'
import { statusSchema, timeSchema } from '../execution/state.ts'
import { approvalId, attemptId, projectId, runnerId, sessionId } from '../ids/ids.ts'
import { LIMITS } from '../limits/limits.ts'
import { processReportsSchema } from '../runner/processes.ts'

const params = z.record(z.string(), z.unknown())
const comment = z.string().max(LIMITS.maxUserMessageCharacters)
const waitSeconds = z.number().min(0).max(LIMITS.maxWaitSeconds)

export const executeBody = z.strictObject({
  tool_name: z.string().min(1).max(100),
  tool_params: params,
  /** Of a session, or a name of the caller's own for one. */
  session_id: z.string().min(1).max(200).optional(),
  project_id: projectId.optional(),
  call_id: z.string().min(1).max(200).optional(),
  /** The operator's own save: what each file that it changes must still hold, by path; null where there must be no file. */
  base_digests: baseDigestsSchema.optional(),
  wait_seconds: waitSeconds.default(LIMITS.defaultWaitSeconds),
})
export type ExecuteBody = z.input<typeof executeBody>

/** How an approval that waits is read: its true text, or as records and events have it. */
export const approvalForm = z.enum(['true', 'masked']).default('true')

export const approveBody = z.strictObject({
  decision: z.literal('approved'),
  scope: scopeSchema.default('once'),
  /** Which of the offered classes, with `scope: "class"`; the narrowest where none is named. */
  class: z.string().max(500).optional(),
  edited_params: params.optional(),
  comment: comment.optional(),
  /** Says that the true text was read where masking changes something: the approval has it in that form only. */
  unmasked_digest: digestSchema.optional(),
  grant_seconds: z.int().min(1).max(LIMITS.maxGrantSeconds).optional(),
  cover_high: z.boolean().default(false),
  stop: z.boolean().default(false),
})
export type ApproveBody = z.input<typeof approveBody>

export const rejectBody = z.strictObject({ reason: comment.optional(), stop: z.boolean().default(false) })
export type RejectBody = z.input<typeof rejectBody>

/** Without a word it is a yes. */
export const confirmBody = z
  .strictObject({ decision: z.enum(['approved', 'rejected']).default('approved'), reason: comment.optional() })
  .prefault({})

export const batchBody = z.strictObject({
  decisions: z
    .array(
      z.discriminatedUnion('decision', [
        approveBody.extend({ approval_id: approvalId }),
        rejectBody.extend({ approval_id: approvalId, decision: z.literal('rejected') }),
      ]),
    )
    .min(1)
    .max(LIMITS.maxPendingApprovalsPerSession),
})
export type BatchBody = z.input<typeof batchBody>

/** `output_bytes`: how much it printed in all, so that what is missing of its live output is known. */
const ofAttempt = {
  attempt_id: attemptId.optional(),
  execution_time_ms: z.int().min(0).optional(),
  output_bytes: z.int().min(0).optional(),
}

export const resultBody = z.discriminatedUnion('status', [
  z.object({ status: z.literal('completed'), result: params, ...ofAttempt }),
  z.object({
    status: z.literal('failed'),
    error: z.string(),
    error_code: z.string().max(100).optional(),
    result: params.optional(),
    ...ofAttempt,
  }),
])
export type ResultBody = z.input<typeof resultBody>

export const previewBody = z.union([
  z.strictObject({
    preview: previewSchema,
    base_digests: baseDigestsSchema,
    resolved_paths: z.record(z.string(), z.string()),
    folders: z.array(z.string()).optional(),
  }),
  z.strictObject({ error: z.string(), error_code: z.string().max(100) }),
])
export type PreviewBody = z.input<typeof previewBody>

export const outputBody = z.strictObject({
  attempt_id: attemptId,
  stream: z.enum(['stdout', 'stderr']),
  offset: z.int().min(0),
  data: z.string().max(LIMITS.maxMessageBytes / 4),
})
export type OutputBody = z.input<typeof outputBody>

/** `leaving` gives the lease back at once, so that no call is sent to a runner that has stopped. */
export const heartbeatBody = z.object({
  runner_id: runnerId,
  leaving: z.boolean().default(false),
  /** Left out, they are as they were told before. */
  processes: processReportsSchema.optional(),
})
export const filesChangedBody = z.strictObject({ paths: z.array(z.string().max(4096)).max(LIMITS.maxListEntries) })
export const projectBody = z.strictObject({ name: z.string().min(1).max(200), workspace_id: z.string().min(1).max(200).optional() })
export const projectPatchBody = z.strictObject({ name: z.string().min(1).max(200) })
export const sessionBody = z.strictObject({ title: z.string().max(200).optional(), model: z.string().max(200).optional() })
export const sessionPatchBody = z.strictObject({
  title: z.string().trim().min(1).max(200).optional(),
  /** Null for the default. The turns that follow go to it. */
  model: z.string().max(200).nullable().optional(),
})
export const messageBody = z.strictObject({
  content: z.string().min(1).max(LIMITS.maxUserMessageCharacters),
  session_id: sessionId.optional(),
})
export const exchangeBody = z.strictObject({ code: z.string().min(1).max(200) })
export const policyCheckBody = z.strictObject({
  tool_name: z.string().min(1).max(100),
  tool_params: params,
  /** For the operator: as an answer to this approval with these parameters would be judged. */
  approval_id: approvalId.optional(),
})

/** One message of JSON-RPC; what its method means is for the MCP layer. */
export const mcpBody = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string().max(1_000), z.number()]).nullish(),
  method: z.string().max(1_000).optional(),
  params: params.optional(),
  result: params.optional(),
  error: params.optional(),
})

export const waitQuery = z.strictObject({ wait_seconds: z.coerce.number().min(0).max(LIMITS.maxWaitSeconds).default(0) })
export const undoQuery = z.strictObject({
  wait_seconds: z.coerce.number().min(0).max(LIMITS.maxWaitSeconds).default(LIMITS.defaultWaitSeconds),
})
export const pageQuery = { limit: z.coerce.number().int().min(1).max(200).default(50), cursor: z.string().max(200).optional() }
export const sessionsQuery = z.strictObject({
  ...pageQuery,
  agent: z.string().max(200).optional(),
  /** In the title, or in one of the newest messages of the project. */
  search: z.string().trim().min(1).max(200).optional(),
  open: z.enum(['true', 'false']).optional(),
})
export const historyFilters = {
  session_id: sessionId.optional(),
  agent: z.string().max(200).optional(),
  made_by: z.enum(['agents', 'operator']).optional(),
  tool_name: z.string().max(100).optional(),
  risk_level: riskSchema.optional(),
  status: statusSchema.optional(),
  /** Whether a rule or the guard refused the call; with `status=failed` it tells what was refused from what did not work. */
  refused: z.enum(['true', 'false']).optional(),
  since: timeSchema.optional(),
  until: timeSchema.optional(),
  /** In the name of the tool, the parameters or the error. */
  search: z.string().trim().min(1).max(200).optional(),
}
export type HistoryFilters = z.output<z.ZodObject<typeof historyFilters>>
export const exportQuery = z.strictObject({ ...historyFilters, format: z.enum(['json', 'csv']).default('json') })
