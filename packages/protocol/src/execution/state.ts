// One execution of one tool, from request to end. Each status is a type of its own: what it must have is required there.
import * as z from 'zod'
import { baseDigestsSchema, digestSchema } from '../digest/digest.ts'
import { approvalId, attemptId, executionId, projectId, runnerId, sessionId } from '../ids/ids.ts'
import { sentenceSchema } from '../sentence/sentence.ts'
import { modeSchema } from '../session/mode.ts'
import { clearedBySchema, riskSchema } from './clearance.ts'

export const STATUSES = [
  'pending',
  'awaiting_approval',
  'approved',
  'executing',
  'completed',
  'rejected',
  'timeout',
  'failed',
  'cancelled',
] as const
export const statusSchema = z.enum(STATUSES)
export type Status = z.infer<typeof statusSchema>

export const timeSchema = z.iso.datetime()

/** The late result of an attempt that was given up as lost; `result` and `error` are masked. */
export const lateResultSchema = z.object({
  status: z.enum(['completed', 'failed']),
  received_at: timeSchema,
  execution_time_ms: z.int().nullable(),
  result: z.unknown(),
  result_digest: digestSchema.nullable(),
  result_masked: z.boolean(),
  error: z.string().nullable(),
  error_form: sentenceSchema.optional(),
  error_type: z.string().nullable(),
})
export type LateResult = z.infer<typeof lateResultSchema>

/** What goes with `error`: its form, what to do next where the judge said more than the code, and why the operator rejected the call. */
export const errorDetailsSchema = z.object({
  form: sentenceSchema.optional(),
  advice: z.string().optional(),
  advice_form: sentenceSchema.optional(),
  operator_reason: z.string().optional(),
})
export type ErrorDetails = z.infer<typeof errorDetailsSchema>

/** `tool_params` and `result` are masked; the raw form is a separate body, found by its digest. */
const recordSchema = z.object({
  id: executionId,
  user_id: z.string(),
  project_id: projectId,
  session_id: sessionId,
  agent: z.string(),
  call_id: z.string().nullable(),
  tool_name: z.string(),
  tool_params: z.record(z.string(), z.unknown()),
  params_digest: digestSchema,
  params_masked: z.boolean(),
  call_digest: digestSchema,
  base_digests: baseDigestsSchema,
  risk_level: riskSchema.nullable(),
  reasons: z.array(z.string()),
  reasons_forms: z.array(sentenceSchema).nullish(),
  network: z.boolean(),
  /** The mode that it was judged in, which a later change of the project's mode does not affect; null before there were modes: strict. */
  mode: modeSchema.nullable(),
  /** The narrowest class that a grant could cover; null if there is none. */
  call_class: z.string().nullable(),
  requires_approval: z.boolean(),
  created_at: timeSchema,
  /** When waiting for the runner ends: RUNNER_OFFLINE for a preview or a dispatch, RUNNER_LOST for a result. */
  runner_deadline_at: timeSchema.nullable(),
  approval_id: approvalId.nullable(),
  cleared_by: clearedBySchema.nullable(),
  approved_at: timeSchema.nullable(),
  attempt_id: attemptId.nullable(),
  runner_id: runnerId.nullable(),
  clearance: z.string().nullable(),
  started_at: timeSchema.nullable(),
  completed_at: timeSchema.nullable(),
  execution_time_ms: z.int().nullable(),
  result: z.unknown(),
  result_digest: digestSchema.nullable(),
  result_masked: z.boolean(),
  error: z.string().nullable(),
  error_type: z.string().nullable(),
  error_details: errorDetailsSchema.nullish(),
  /** The `undo` execution that reverted this one. */
  undone_by: executionId.nullable(),
  /** Total bytes printed, as reported by the runner, so that gaps are known. */
  output_bytes: z.int().nullable(),
  /** The result that the runner reported after the call was given up as lost. The status stays. */
  late_result: lateResultSchema.nullable(),
})

const cleared = { cleared_by: clearedBySchema, approved_at: timeSchema }
const ended = { completed_at: timeSchema }
const unhappy = { ...ended, error: z.string(), error_type: z.string() }

export const executionSchema = z.discriminatedUnion('status', [
  recordSchema.extend({ status: z.literal('pending') }),
  recordSchema.extend({ status: z.literal('awaiting_approval'), approval_id: approvalId }),
  recordSchema.extend({ status: z.literal('approved'), ...cleared }),
  recordSchema.extend({
    status: z.literal('executing'),
    ...cleared,
    attempt_id: attemptId,
    runner_id: runnerId,
    clearance: z.string(),
    started_at: timeSchema,
  }),
  recordSchema.extend({ status: z.literal('completed'), ...ended }),
  recordSchema.extend({ status: z.literal('rejected'), ...unhappy }),
  recordSchema.extend({ status: z.literal('timeout'), ...unhappy }),
  recordSchema.extend({ status: z.literal('failed'), ...unhappy }),
  recordSchema.extend({ status: z.literal('cancelled'), ...unhappy }),
])

export type Execution = z.infer<typeof executionSchema>
export type ExecutionIn<S extends Status> = Extract<Execution, { status: S }>

/** The fields of a new record that only later moves fill. */
export const NOTHING_YET = {
  runner_deadline_at: null,
  approval_id: null,
  cleared_by: null,
  approved_at: null,
  attempt_id: null,
  runner_id: null,
  clearance: null,
  started_at: null,
  completed_at: null,
  execution_time_ms: null,
  result: null,
  result_digest: null,
  result_masked: false,
  error: null,
  error_type: null,
  undone_by: null,
  output_bytes: null,
  late_result: null,
} as const satisfies Partial<ExecutionIn<'pending'>>
