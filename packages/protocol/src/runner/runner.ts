// A runner's presence: what it says of itself, and the lease by which one of them holds a project.
import * as z from 'zod'
import { isolationSchema } from '../execution/risk.ts'
import { statusSchema, timeSchema } from '../execution/state.ts'
import { attemptId, executionId, projectId, runnerId } from '../ids/ids.ts'
import { processReportsSchema } from './processes.ts'

export const PROTOCOL_VERSION = 1

/** What a runner's journal knows of an attempt: `started` without a result means that the outcome is unknown. */
export const knownAttemptSchema = z.strictObject({
  tool_id: executionId,
  attempt_id: attemptId,
  state: z.enum(['running', 'interrupted', 'finished']),
})
export type KnownAttempt = z.infer<typeof knownAttemptSchema>

/** Unknown fields are ignored: a newer runner may say more. */
export const helloSchema = z.object({
  runner_id: runnerId,
  protocol_version: z.int(),
  tools: z.array(z.string()).max(100),
  isolation: isolationSchema,
  platform: z.string().max(100),
  workspace: z.string().max(4096),
  attempts: z.array(knownAttemptSchema).max(10_000),
  processes: processReportsSchema.default([]),
  /** What its clock says. */
  time: timeSchema.optional(),
})
export type Hello = z.infer<typeof helloSchema>

/** One row per project: whoever holds its lease, or held it last. */
export const runnerSchema = z.strictObject({
  id: projectId,
  project_id: projectId,
  runner_id: runnerId,
  user_id: z.string(),
  tools: z.array(z.string()),
  isolation: isolationSchema,
  platform: z.string(),
  /** False for a plain client that only opened the stream. */
  said_hello: z.boolean(),
  /** False once its absence was announced; the lease decides, this only says what everybody was told. */
  online: z.boolean(),
  lease_expires_at: timeSchema,
  /** As it last told; while it is away, as it was then. */
  processes: processReportsSchema,
})
export type Runner = z.infer<typeof runnerSchema>

/** What the server tells a runner after hello: which of its attempts still count. */
export const attemptRulingSchema = z.object({
  tool_id: executionId,
  attempt_id: attemptId,
  status: statusSchema,
  /** It was given up while the runner was away: it may run on, and its result is welcome. */
  lost: z.literal(true).optional(),
})
