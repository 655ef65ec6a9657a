// Response bodies for a runner: hello, heartbeat, the rules in force, and the calls that it fetches.
import * as z from 'zod'
import { digestSchema } from '../digest/digest.ts'
import { statusSchema, timeSchema } from '../execution/state.ts'
import { attemptId, executionId, sessionId } from '../ids/ids.ts'
import { attemptRulingSchema } from '../runner/runner.ts'
import { modeSchema } from '../session/mode.ts'

const success = z.literal(true)
const params = z.record(z.string(), z.unknown())

export const helloView = z.object({
  success,
  holds_lease: z.boolean(),
  lease_seconds: z.int(),
  /** The server's public key for clearances, as a JWK; the runner pins it at the first hello. */
  clearance_key: params,
  /** Version of the rules in force; a runner with others fetches them by `GET …/runner/rules`. */
  policy_version: z.string(),
  attempts: z.array(attemptRulingSchema),
  /** Previews and executions that wait for this runner, to be fetched by `GET …/call`. */
  waiting: z.array(z.object({ tool_id: executionId, kind: z.enum(['preview', 'execute']) })),
  last_event_id: z.int(),
  /** Calls whose processes must end: their session is over, or the call no longer counts. */
  end_processes: z.array(executionId).default([]),
  /** Of the sessions that the runner named, those that are over: what it kept for them is removed. */
  end_sessions: z.array(sessionId).optional(),
  /** The server's time, by which the runner checks that a clearance has not expired. */
  server_time: timeSchema.optional(),
  /** Set if the runner's clock is off by more than 30 s; negative if it is behind. */
  clock_off_seconds: z.int().optional(),
  /** Whether previews may contain the forms of their sentences; a server that does not say so refuses fields that it does not know. */
  takes_forms: z.boolean().default(false),
})
export type HelloView = z.infer<typeof helloView>

export const heartbeatView = z.object({
  success,
  holds_lease: z.boolean(),
  policy_version: z.string().optional(),
  end_processes: z.array(executionId).optional(),
  end_sessions: z.array(sessionId).optional(),
  server_time: timeSchema.optional(),
})

/** The rules of the policy file; the runner matches them against resolved names. */
export const runnerRulesView = z.object({
  success,
  policy_version: z.string(),
  rules: z.array(params),
  /** Commands that the policy file adds; the runner's list of forbidden commands still applies. */
  extra_commands: z.record(z.string(), z.enum(['MEDIUM', 'HIGH'])),
  /** The project's list of commands: the toolchains on it, and what the operator added. */
  toolchains: z.array(z.string()).default([]),
  commands: z.array(z.string()).default([]),
})

export const runnerCallView = z.object({
  success,
  tool_id: executionId,
  session_id: sessionId.optional(),
  tool_name: z.string(),
  tool_params: params,
  digest: digestSchema,
  /** The mode that the call was judged in; left out: strict. */
  mode: modeSchema.optional(),
  status: statusSchema,
  network: z.boolean(),
  attempt_id: attemptId.nullable(),
  clearance: z.string().nullable(),
})
export type RunnerCallView = z.infer<typeof runnerCallView>
