// Request bodies. Unknown fields are refused, except in a runner's hello and results, because a newer runner may send more.
import * as z from 'zod'
import { neverScopeSchema, scopeSchema } from '../approval/approval.ts'
import { previewSchema } from '../approval/preview.ts'
import { keptSchema } from '../approval/shown-hunks.ts'
import { baseDigestsSchema, digestSchema } from '../digest/digest.ts'
import { riskSchema } from '../execution/clearance.ts'
import { statusSchema, timeSchema } from '../execution/state.ts'
import { grantDaysSchema } from '../grant/grant.ts'
import { approvalId, attemptId, projectId, runnerId, sessionId } from '../ids/ids.ts'
import { LIMITS } from '../limits/limits.ts'
import { processReportsSchema } from '../runner/processes.ts'
import { runnerFacts } from '../runner/runner.ts'
import { sentenceSchema } from '../sentence/sentence.ts'
import { listEntrySchema, modeSchema } from '../session/mode.ts'

const params = z.record(z.string(), z.unknown())
const comment = z.string().max(LIMITS.maxUserMessageCharacters)
const waitSeconds = z.number().min(0).max(LIMITS.maxWaitSeconds)

export const executeBody = z.strictObject({
  tool_name: z.string().min(1).max(100),
  tool_params: params,
  /** The id of a session, or the caller's own name for one. */
  session_id: z.string().min(1).max(200).optional(),
  project_id: projectId.optional(),
  call_id: z.string().min(1).max(200).optional(),
  /** For the operator's own save: the expected content of each changed file, by path; null if the file must not exist. */
  base_digests: baseDigestsSchema.optional(),
  wait_seconds: waitSeconds.default(LIMITS.defaultWaitSeconds),
})
export type ExecuteBody = z.input<typeof executeBody>

/** How a pending approval is returned: its true text, or masked as in records and events. */
export const approvalForm = z.enum(['true', 'masked']).default('true')

export const approveBody = z.strictObject({
  decision: z.literal('approved'),
  scope: scopeSchema.default('once'),
  /** With `scope: "class"` or `"project"`: which of the offered classes; the default is the first. */
  class: z.string().max(2_000).optional(),
  edited_params: params.optional(),
  /** Which hunks and lines of the shown change are kept; without it, all of them. */
  kept: keptSchema.optional(),
  comment: comment.optional(),
  /** Proves that the true text was read, if masking changes it: only the true form contains this digest. */
  unmasked_digest: digestSchema.optional(),
  grant_seconds: z.int().min(1).max(LIMITS.maxGrantSeconds).optional(),
  /** With `scope: "project"`: until when; the default is until it is revoked. */
  grant_days: grantDaysSchema.optional(),
  /** With `scope: "project"`: for every agent instead of the one that asks. */
  every_agent: z.boolean().default(false),
  /** Some of `list_offers`: added to the project's list of commands with the answer. */
  add_to_list: z.array(listEntrySchema).max(20).optional(),
  cover_high: z.boolean().default(false),
  stop: z.boolean().default(false),
})
export type ApproveBody = z.input<typeof approveBody>

/** With a scope other than `once` the answer is "never": such calls are refused from now on, without a question. */
export const rejectBody = z.strictObject({
  reason: comment.optional(),
  /** Comments on the hunks of a change that is rejected: a choice that keeps none. */
  kept: keptSchema.optional(),
  stop: z.boolean().default(false),
  scope: neverScopeSchema.default('once'),
  /** Which of the offered classes, or of the parts of one; the default is the first. */
  class: z.string().max(2_000).optional(),
  /** With `scope: "project"`: until when; the default is until it is revoked. */
  grant_days: grantDaysSchema.optional(),
  /** With `scope: "project"`: for every agent, which is the default, or only for the one that asked. */
  every_agent: z.boolean().default(true),
})
export type RejectBody = z.input<typeof rejectBody>

/** The default is to approve. */
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

/** `output_bytes`: total bytes printed, so that gaps in the live output are known. */
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
    error_form: sentenceSchema.optional(),
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
  z.strictObject({ error: z.string(), error_form: sentenceSchema.optional(), error_code: z.string().max(100) }),
])
export type PreviewBody = z.input<typeof previewBody>

export const outputBody = z.strictObject({
  attempt_id: attemptId,
  stream: z.enum(['stdout', 'stderr']),
  offset: z.int().min(0),
  data: z.string().max(LIMITS.maxMessageBytes / 4),
})
export type OutputBody = z.input<typeof outputBody>

/** `leaving` releases the lease at once, so that no call is sent to a runner that has stopped. */
export const heartbeatBody = z.object({
  runner_id: runnerId,
  leaving: z.boolean().default(false),
  /** If left out, unchanged since the last report. */
  processes: processReportsSchema.optional(),
  ...runnerFacts,
})
export const filesChangedBody = z.strictObject({ paths: z.array(z.string().max(4096)).max(LIMITS.maxListEntries) })
const projectName = z.string().min(1).max(200)
export const projectBody = z.strictObject({
  name: projectName,
  workspace_id: z.string().min(1).max(200).optional(),
  /** For a project that is new; one that exists keeps its mode. */
  mode: modeSchema.optional(),
})
export const projectPatchBody = z
  .strictObject({ name: projectName.optional(), mode: modeSchema.optional() })
  .refine(({ name, mode }) => name !== undefined || mode !== undefined, 'name or mode')
export const sessionBody = z.strictObject({ title: z.string().max(200).optional(), model: z.string().max(200).optional() })
export const sessionPatchBody = z.strictObject({
  title: z.string().trim().min(1).max(200).optional(),
  /** The model of the following turns; null for the default. */
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
  /** For the operator: judge an answer to this approval with these parameters. */
  approval_id: approvalId.optional(),
})

/** One JSON-RPC message; the MCP layer interprets it. */
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
  /** Searches titles and the newest messages of the project. */
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
  /** Whether a rule or the guard refused the call; with `status=failed` it separates refusals from other failures. */
  refused: z.enum(['true', 'false']).optional(),
  since: timeSchema.optional(),
  until: timeSchema.optional(),
  /** Searches the tool's name, the parameters and the error. */
  search: z.string().trim().min(1).max(200).optional(),
}
export type HistoryFilters = z.output<z.ZodObject<typeof historyFilters>>
export const exportQuery = z.strictObject({ ...historyFilters, format: z.enum(['json', 'csv']).default('json') })
