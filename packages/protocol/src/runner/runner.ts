// A runner's presence: its hello, and the lease by which one runner holds a project.
import * as z from 'zod'
import { isolationSchema } from '../execution/clearance.ts'
import { statusSchema, timeSchema } from '../execution/state.ts'
import { attemptId, executionId, projectId, runnerId, sessionId } from '../ids/ids.ts'
import { LIMITS } from '../limits/limits.ts'
import { processReportsSchema } from './processes.ts'

export const PROTOCOL_VERSION = 1

/** What a runner's journal knows of an attempt: `started` without a result means that the outcome is unknown. */
export const knownAttemptSchema = z.strictObject({
  tool_id: executionId,
  attempt_id: attemptId,
  state: z.enum(['running', 'interrupted', 'finished']),
})
export type KnownAttempt = z.infer<typeof knownAttemptSchema>

/** What a runner says of its workspace with every hello and heartbeat. */
export const runnerFacts = {
  /** The sessions that it keeps a `/tmp` for. */
  sessions: z.array(sessionId).max(LIMITS.maxSessionFolders).optional(),
  /** Whether git could print the content of a sensitive file, from the index or from any object; null while that is not known. */
  secrets_in_git: z.enum(['none', 'some']).nullish(),
}

/** Unknown fields are ignored, because a newer runner may send more. */
export const helloSchema = z.object({
  runner_id: runnerId,
  protocol_version: z.int(),
  tools: z.array(z.string()).max(100),
  isolation: isolationSchema,
  platform: z.string().max(100),
  /** The root of the workspace, resolved. */
  workspace: z.string().max(4096),
  /** Other absolute names of the workspace, through links: a path below one of them means the path inside it. */
  workspace_names: z.array(z.string().max(4096)).max(8).optional(),
  /** The toolchains whose files lie in the workspace, by name; left out by a runner that does not look. */
  toolchains: z.array(z.string().max(50)).max(100).optional(),
  attempts: z.array(knownAttemptSchema).max(10_000),
  processes: processReportsSchema.default([]),
  ...runnerFacts,
  /** The person does not trust the folder: only tools that read and start no program are offered. */
  read_only: z.boolean().optional(),
  /** The runner's clock. */
  time: timeSchema.optional(),
})
export type Hello = z.infer<typeof helloSchema>

/** One row per project: the runner that holds its lease, or held it last. */
export const runnerSchema = z.strictObject({
  id: projectId,
  project_id: projectId,
  runner_id: runnerId,
  user_id: z.string(),
  tools: z.array(z.string()),
  isolation: isolationSchema,
  platform: z.string(),
  /** The person does not trust the folder: calls that do more than read are refused. */
  read_only: z.boolean(),
  /** The root of the workspace, resolved and as given; empty for a plain client. */
  roots: z.array(z.string()),
  /** The toolchains that it found, listed or not. */
  toolchains: z.array(z.string()),
  secrets_in_git: z.enum(['none', 'some']).nullable(),
  /** False for a plain client that only opened the stream. */
  said_hello: z.boolean(),
  /** False once its absence was announced; this only records the announcement, the lease decides. */
  online: z.boolean(),
  lease_expires_at: timeSchema,
  /** As last reported, also while it is away. */
  processes: processReportsSchema,
})
export type Runner = z.infer<typeof runnerSchema>

/** What the server tells a runner after hello: which of its attempts still count. */
export const attemptRulingSchema = z.object({
  tool_id: executionId,
  attempt_id: attemptId,
  status: statusSchema,
  /** Given up while the runner was away: it may finish, and its result is accepted. */
  lost: z.literal(true).optional(),
})
