// Response bodies. Views contain the masked form, except an agent's own results.
import * as z from 'zod'
import { approvalSchema } from '../approval/approval.ts'
import { messageSchema, toolCallSchema } from '../chat/message.ts'
import { partialStepSchema, turnSchema } from '../chat/turn.ts'
import { digestSchema } from '../digest/digest.ts'
import { clearedBySchema, riskSchema } from '../execution/clearance.ts'
import { statusSchema, timeSchema } from '../execution/state.ts'
import { type Grant, grantSchema } from '../grant/grant.ts'
import { approvalId, executionId, messageId, projectId, sessionId, turnId } from '../ids/ids.ts'
import { processView } from '../runner/processes.ts'
import { runnerSchema } from '../runner/runner.ts'
import { sentenceSchema } from '../sentence/sentence.ts'
import { modeSchema } from '../session/mode.ts'
import { listedCommandSchema, projectSchema, sessionSchema } from '../session/session.ts'

const success = z.literal(true)
const params = z.record(z.string(), z.unknown())

/** Why calls are judged in a lower mode than the project's: the policy file caps it, or no layers can be made here. */
export const modeLimitSchema = z.enum(['policy', 'layers'])
export type ModeLimit = z.infer<typeof modeLimitSchema>

export const projectView = projectSchema.extend({
  runner: runnerSchema.nullable(),
  /** The mode that calls are judged in now. */
  mode_in_effect: modeSchema,
  mode_limits: z.array(modeLimitSchema),
})
export type ProjectView = z.infer<typeof projectView>

/** The result that the runner reported after the call was given up as lost. */
export const lateResultView = z.object({
  status: z.enum(['completed', 'failed']),
  received_at: timeSchema,
  execution_time_ms: z.int().nullable(),
  result: z.unknown().optional(),
  error: z.string().optional(),
  error_form: sentenceSchema.optional(),
  error_code: z.string().optional(),
})
export type LateResultView = z.infer<typeof lateResultView>

export const callView = z.object({
  tool_id: executionId,
  tool_name: z.string(),
  session_id: sessionId,
  status: statusSchema,
  /** Null if nobody is asked. */
  approval_id: approvalId.nullable(),
  result: z.unknown().optional(),
  /** For an agent: the text for a model, about 2,000 lines or 64 KB at most, with what to do next; data is marked. */
  report: z.string().optional(),
  /** For an agent: a description of what the operator changed before the call ran; also part of `report`. */
  operator_change: z.string().optional(),
  error: z.string().optional(),
  error_form: sentenceSchema.optional(),
  error_code: z.string().optional(),
  /** What to do after a failure. */
  advice: z.string().optional(),
  advice_form: sentenceSchema.optional(),
  /** Why the operator rejected it, in the operator's own words. */
  operator_reason: z.string().optional(),
  late_result: lateResultView.optional(),
})
export type CallView = z.infer<typeof callView>

/** Reply to a call: `success` is false once it has failed. */
export const calledView = callView.extend({ success: z.boolean() })

export const executionView = callView.extend({
  project_id: projectId,
  agent: z.string(),
  call_id: z.string().nullable(),
  tool_params: params,
  /** One sentence made from the parameters. */
  description: z.string(),
  description_form: sentenceSchema.optional(),
  risk_level: riskSchema.nullable(),
  reasons: z.array(z.string()),
  /** One for each of `reasons`, in the same order. */
  reasons_forms: z.array(sentenceSchema).optional(),
  requires_approval: z.boolean(),
  cleared_by: clearedBySchema.nullable(),
  call_digest: digestSchema,
  /** Set while a call waits for a runner, so that the operator sees why nothing happens. */
  waiting_for_runner: z.boolean(),
  execution_time_ms: z.int().nullable(),
  created_at: timeSchema,
  approved_at: timeSchema.nullable(),
  started_at: timeSchema.nullable(),
  completed_at: timeSchema.nullable(),
  /** The execution that undid this one. */
  undone_by: executionId.nullable(),
})
export type ExecutionView = z.infer<typeof executionView>

export const toolView = z.object({
  name: z.string(),
  description: z.string(),
  parameters: params,
  requires_approval: z.boolean(),
  risk_level: riskSchema,
  /** It changes nothing, so such calls may run in parallel. */
  reads_only: z.boolean(),
  timeout_seconds: z.int(),
})
export type ToolView = z.infer<typeof toolView>

/** Set if masking changes the approval: the digest of the true text, which an answer may name to prove that it was read. */
export const approvalView = approvalSchema.extend({
  unmasked_digest: digestSchema.optional(),
  /** Given where the change can be kept in part: `kept` names it. */
  preview_digest: digestSchema.optional(),
})
export type ApprovalView = z.infer<typeof approvalView>

export const decisionView = z.object({ success, approval_id: approvalId, status: z.string() })
export type DecisionView = z.infer<typeof decisionView>

export const batchView = z.object({
  success,
  results: z.array(
    z.object({
      approval_id: approvalId,
      success: z.boolean(),
      status: z.string().optional(),
      error: z.string().optional(),
      error_form: sentenceSchema.optional(),
      error_code: z.string().optional(),
    }),
  ),
})

export const resultView = z.object({ success, tool_id: executionId, status: statusSchema, message: z.string() })
export type ResultView = z.infer<typeof resultView>

/** `missing_bytes` before `output` never arrived; they are skipped, not filled. */
export const outputView = z.object({
  success,
  output: z.string(),
  missing_bytes: z.int(),
  next: z.int(),
  /** No more output will come: the call and everything it started have ended. */
  ended: z.boolean(),
  /** It has ended and all of its output is here. */
  complete: z.boolean(),
})
export type OutputView = z.infer<typeof outputView>

export const grantView = grantSchema
export type GrantView = Grant

export const verdictView = z.object({
  success,
  /** `rehearse`: it would run in a layer of the session, and be reviewed before it reaches the workspace. */
  decision: z.enum(['allow', 'rehearse', 'ask', 'deny']),
  /** The mode that it was judged in. */
  mode: modeSchema.optional(),
  risk: riskSchema.nullable(),
  code: z.string().optional(),
  /** For a refusal: what is refused, and what to do instead. */
  reasons: z.array(z.string()),
  reasons_forms: z.array(sentenceSchema).optional(),
  network: z.boolean().optional(),
  description: z.string().optional(),
  description_form: sentenceSchema.optional(),
  /** With `approval_id`: an answer with these parameters needs a new approval. */
  needs_new_approval: z.boolean().optional(),
  /** The same, under the name that older clients know. */
  asks_anew: z.boolean().optional(),
})

export const policyView = z.object({
  success,
  version: z.string(),
  /** As named in clearances: the version and a digest of the file. */
  policy_version: z.string(),
  /** Why the current file is not in force; these rules are the last valid ones. */
  problem: z.string().optional(),
  rules: z.array(z.object({ name: z.string(), do: z.enum(['allow', 'ask', 'deny']), why: z.string(), sentence: z.string() })),
  commands: z.array(z.object({ name: z.string(), risk: z.enum(['MEDIUM', 'HIGH']) })),
})

/** The person's messages and the agent's steps, in order. A tool call has the id of its execution once it exists. */
export const messageView = messageSchema
  .omit({ provider: true, project_id: true, user_id: true, tool_calls: true })
  .extend({ tool_calls: z.array(toolCallSchema.extend({ tool_id: executionId.nullable(), status: statusSchema.nullable() })) })
export type MessageView = z.infer<typeof messageView>

/** Prices per million tokens. */
export const modelView = z.object({
  name: z.string(),
  provider: z.string(),
  is_default: z.boolean(),
  input_price: z.number().optional(),
  output_price: z.number().optional(),
  currency: z.string().optional(),
})

/** Null where a model has no prices. */
export const costView = z.object({ amount: z.number(), currency: z.string() }).nullable()
export type CostView = z.infer<typeof costView>

/** `partial`: the text so far of the current step; null if there is none, or if another node runs the turn. */
export const turnView = turnSchema.extend({ cost: costView, partial: partialStepSchema.nullable() })
export type TurnView = z.infer<typeof turnView>

export const sessionView = sessionSchema.extend({
  usage: z.object({ turns: z.int(), input_tokens: z.int(), output_tokens: z.int(), cost: costView }),
})
export type SessionView = z.infer<typeof sessionView>

/** Everything about one call: what was shown and answered, why it ran or did not, and its log rows. */
export const recordView = z.object({
  success,
  execution: executionView,
  description: z.string(),
  description_form: sentenceSchema.optional(),
  why: z.string(),
  why_form: sentenceSchema.optional(),
  approval: approvalSchema.nullable(),
  grant: grantSchema.nullable(),
  events: z.array(z.object({ seq: z.int(), type: z.string(), time: timeSchema, payload: params, hash: digestSchema })),
  events_complete: z.boolean(),
})

export const verificationView = z.object({
  success,
  verified: z.boolean(),
  events: z.int().optional(),
  /** The signed heads it was compared with. */
  heads: z.int().optional(),
  /** The first row that does not fit. */
  problem: z.object({ seq: z.int().nullable(), sentence: z.string() }).optional(),
})

export const overviewView = z.object({
  success,
  since: timeSchema,
  until: timeSchema,
  calls: z.array(z.object({ tool_name: z.string(), risk_level: riskSchema.nullable(), status: statusSchema, count: z.int() })),
  /** UTC days that have calls. */
  days: z.array(z.object({ day: z.iso.date(), risk_level: riskSchema.nullable(), count: z.int() })),
  decisions: z.object({
    count: z.int(),
    approved: z.int(),
    rejected: z.int(),
    answered: z.int(),
    expired: z.int(),
    median_seconds: z.number().nullable(),
    p90_seconds: z.number().nullable(),
    /** Histogram of answer times; each bucket begins where the one before ends, the last is open. */
    buckets: z.array(z.object({ up_to_seconds: z.number().nullable(), count: z.int() })),
  }),
})
export type OverviewView = z.infer<typeof overviewView>

export const VIEWS = {
  sent: z.object({ success, message_id: messageId, session_id: sessionId, turn_id: turnId }),
  messages: z.object({ success, messages: z.array(messageView), next_cursor: z.string().optional() }),
  turn: z.object({ success, turn: turnView }),
  models: z.object({ success, models: z.array(modelView) }),
  ok: z.object({ success }),
  commands: z.object({
    success,
    /** Every toolchain that is listed or was found; one that is found and not listed waits for the operator's word. */
    toolchains: z.array(z.object({ name: z.string(), listed: z.boolean(), found: z.boolean() })),
    commands: z.array(listedCommandSchema),
  }),
  projects: z.object({ success, projects: z.array(projectSchema), next_cursor: z.string().optional() }),
  project: z.object({ success, project: projectView }),
  sessions: z.object({ success, sessions: z.array(sessionSchema), next_cursor: z.string().optional() }),
  session: z.object({ success, session: sessionView }),
  tools: z.object({ success, tools: z.array(toolView), total_count: z.int() }),
  execution: executionView.extend({ success }),
  executions: z.object({ success, executions: z.array(executionView), next_cursor: z.string().optional() }),
  approvals: z.object({ success, approvals: z.array(approvalView), next_cursor: z.string().optional() }),
  approval: z.object({ success, approval: approvalView }),
  grantRules: z.object({ success, toml: z.string() }),
  grants: z.object({ success, grants: z.array(grantView), next_cursor: z.string().optional() }),
  processes: z.object({ success, runner_online: z.boolean(), processes: z.array(processView) }),
  token: z.object({ success, token: z.string(), project_id: projectId }),
  renewed: z.object({ success, token: z.string(), expires_at: timeSchema }),
  loginCode: z.object({ success, code: z.string(), expires_in_seconds: z.int() }),
  body: z.object({ success, sha256: digestSchema }),
  audit: z.object({ success, events: z.array(params), next_cursor: z.string().optional() }),
  health: z.object({ success, status: z.literal('ok'), version: z.string() }),
  ready: z.object({ success, status: z.literal('ready') }),
} as const
