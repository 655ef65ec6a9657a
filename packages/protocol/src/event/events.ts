// The events of a project's stream, as a client gets them. `tool.output` is transient: no id, not in the log.
import * as z from 'zod'
import { approvalSchema, approvalStatusSchema, clientAnswererSchema } from '../approval/approval.ts'
import { messageSchema } from '../chat/message.ts'
import { digestSchema } from '../digest/digest.ts'
import { isolationSchema, riskSchema } from '../execution/risk.ts'
import { statusSchema, timeSchema } from '../execution/state.ts'
import { approvalId, attemptId, executionId, grantId, messageId, runnerId, sessionId, turnId } from '../ids/ids.ts'
import { sentenceSchema } from '../sentence/sentence.ts'

const params = z.record(z.string(), z.unknown())
const about = { tool_id: executionId, timestamp: timeSchema }
/** Where an agent gave one: the call of a step that it is, and so its place among the others. */
const ofStep = { call_id: z.string().optional() }
const runnerNotice = z.object({ runner_id: runnerId, isolation: isolationSchema.optional(), timestamp: timeSchema })
const grantNotice = z.object({
  grant_id: grantId,
  session_id: sessionId,
  covers: z.string(),
  covers_form: sentenceSchema.optional(),
  /** The call that used up a grant for exactly one call. */
  used_by: executionId.optional(),
  timestamp: timeSchema,
})

export const EVENTS = {
  'tool.preview_request': z.object({
    ...about,
    tool_name: z.string(),
    tool_params: params,
    digest: digestSchema,
    abridged: z.boolean().optional(),
  }),
  'tool.approval_request': z.object({
    ...about,
    approval_id: approvalId,
    session_id: sessionId,
    ...ofStep,
    agent: z.string(),
    tool_name: z.string(),
    tool_params: params,
    preview: approvalSchema.shape.preview,
    risk_level: riskSchema,
    reasons: z.array(z.string()),
    reasons_forms: z.array(sentenceSchema).optional(),
    scopes: approvalSchema.shape.scopes,
    timeout_seconds: z.int(),
    expires_at: timeSchema,
    description: z.string(),
    description_form: sentenceSchema.optional(),
    digest: digestSchema,
    /** Parts that are masked here, where there are some. */
    masked: approvalSchema.shape.masked.optional(),
    /** Set where something is masked, or too long for an event: the approval by REST has it whole. */
    abridged: z.boolean().optional(),
  }),
  'tool.approval_warning': z.object({ ...about, approval_id: approvalId, expires_at: timeSchema }),
  'tool.approval_resolved': z.object({
    ...about,
    approval_id: approvalId,
    status: approvalStatusSchema,
    by: z.string().nullable(),
    comment: z.string().nullable(),
  }),
  /** A question that the agent asks, with everything that the operator must see. `approval_id` is the id to answer. */
  'tool.question': z.object({
    ...about,
    approval_id: approvalId,
    session_id: sessionId,
    ...ofStep,
    agent: z.string(),
    tool_name: z.string(),
    tool_params: params,
    preview: approvalSchema.shape.preview,
    risk_level: riskSchema,
    reasons: z.array(z.string()),
    reasons_forms: z.array(sentenceSchema).optional(),
    timeout_seconds: z.int(),
    expires_at: timeSchema,
    description: z.string(),
    description_form: sentenceSchema.optional(),
    digest: digestSchema,
    masked: approvalSchema.shape.masked.optional(),
    abridged: z.boolean().optional(),
  }),
  'tool.question_resolved': z.object({
    ...about,
    approval_id: approvalId,
    status: approvalStatusSchema,
    tool_status: statusSchema,
    by: z.string().nullable(),
    /** Set where the answer came over the agent's own connection: it is not the operator's. */
    answered_by: clientAnswererSchema.optional(),
    /** Null where nobody answered. */
    action: z.string().nullable(),
    comment: z.string().nullable(),
  }),
  'tool.execution_signal': z.object({
    ...about,
    attempt_id: attemptId,
    tool_name: z.string(),
    tool_params: params,
    digest: digestSchema,
    clearance: z.string(),
    /** Set where the parameters are too long for an event: `GET …/call` has them whole. */
    abridged: z.boolean().optional(),
  }),
  /** `error` is there where a call ends with it, and not where only what it had started does. */
  'tool.cancel': z.object({
    ...about,
    attempt_id: attemptId.nullable(),
    error: z.string().optional(),
    error_form: sentenceSchema.optional(),
  }),
  'tool.output': z.object({ tool_id: executionId, stream: z.enum(['stdout', 'stderr']), offset: z.int(), data: z.string() }),
  'tool.result_ack': z.object({ ...about, status: z.literal('received') }),
  'tool.status': z.object({
    ...about,
    session_id: sessionId.optional(),
    ...ofStep,
    agent: z.string().optional(),
    tool_name: z.string(),
    /** Where it begins to run: masked. */
    tool_params: params.optional(),
    status: statusSchema,
    description: z.string().optional(),
    description_form: sentenceSchema.optional(),
    risk_level: riskSchema.nullable().optional(),
    error: z.string().nullable().optional(),
    error_form: sentenceSchema.optional(),
    error_code: z.string().nullable().optional(),
    /** Why the operator rejected it, in the operator's own words. */
    operator_reason: z.string().optional(),
  }),
  /** The outcome of a call that had been given up as lost. Its status stays. */
  'tool.late_result': z.object({
    ...about,
    session_id: sessionId,
    tool_name: z.string(),
    status: z.enum(['completed', 'failed']),
    execution_time_ms: z.int().nullable(),
    error: z.string().nullable(),
    error_code: z.string().nullable(),
  }),
  'chat.message': z.object({
    message_id: messageId,
    session_id: sessionId,
    turn_id: turnId,
    /** Of the model's own: which step of its turn this was. */
    step: z.int().optional(),
    role: messageSchema.shape.role,
    /** Masked, and cut where it is long: the messages by REST have it whole. */
    content: z.string(),
    tool_calls: z.array(z.object({ call_id: z.string(), tool_name: z.string() })),
    timestamp: timeSchema,
  }),
  /** Transient, as `tool.output` is; what came before is in the turn by REST. `offset` counts the characters of the step before this piece. */
  'chat.delta': z.object({ turn_id: turnId, session_id: sessionId, step: z.int(), offset: z.int(), text: z.string() }),
  'chat.turn': z.object({
    turn_id: turnId,
    session_id: sessionId,
    status: z.enum(['started', 'waiting', 'finished', 'stopped', 'failed']),
    model: z.string(),
    steps: z.int(),
    input_tokens: z.int(),
    output_tokens: z.int(),
    error: z.string().nullable(),
    error_code: z.string().nullable(),
    timestamp: timeSchema,
  }),
  'files.changed': z.object({ paths: z.array(z.string()), timestamp: timeSchema }),
  'runner.online': runnerNotice,
  'runner.offline': runnerNotice,
  'grant.created': grantNotice,
  'grant.revoked': grantNotice,
  /** The id asked for is older than what is kept: start from a snapshot by REST, then from this id. */
  reset: z.object({ after: z.int(), timestamp: timeSchema }),
  /** The last word of a stream that the server ends; it has no id, and is not in the log. */
  'stream.ended': z.object({ reason: z.enum(['token_expired', 'project_deleted']), message: z.string(), timestamp: timeSchema }),
} as const

export type EventType = keyof typeof EVENTS
export type EventPayload<T extends EventType> = z.infer<(typeof EVENTS)[T]>
export type StreamEvent = { [T in EventType]: { readonly id: number | null; readonly type: T; readonly data: EventPayload<T> } }[EventType]
