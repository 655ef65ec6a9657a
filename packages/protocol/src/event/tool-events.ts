// Events of calls: what the runner is sent, and how each call stands.
import * as z from 'zod'
import { digestSchema } from '../digest/digest.ts'
import { clearedBySchema, riskSchema } from '../execution/clearance.ts'
import { statusSchema, timeSchema } from '../execution/state.ts'
import { attemptId, executionId, sessionId } from '../ids/ids.ts'
import { sentenceSchema } from '../sentence/sentence.ts'
import { modeSchema } from '../session/mode.ts'
import { aboutCall, endFields, moves, params, withinStep } from './common-fields.ts'
import { durable, renderedForRunner, transient } from './define-event.ts'

/** Whose `/tmp` the call sees: commands of one session share it. */
const session_id = sessionId.optional()
/** Set where the parameters are too long for an event: `GET …/call` has them whole. */
const abridged = z.boolean().optional()
/** The mode that the call was judged in; left out: strict. */
const mode = modeSchema.optional()
const resultDigest = { result_digest: digestSchema.nullable().optional() }

export const TOOL_EVENTS = {
  'tool.preview_request': renderedForRunner({
    when: 'A file change, or a command that runs scripts of the workspace, waits for its preview by the runner.',
    seenBy: ['runner'],
    fields: { ...aboutCall, session_id, tool_name: z.string(), tool_params: params, digest: digestSchema, mode, abridged },
    row: {
      ...aboutCall,
      session_id: sessionId,
      agent: z.string(),
      tool_name: z.string(),
      tool_params: params,
      digest: digestSchema,
      mode,
      risk_level: riskSchema.nullable(),
      ...moves,
    },
  }),
  'tool.execution_signal': renderedForRunner({
    when: 'A cleared call goes to the runner.',
    seenBy: ['runner'],
    operatorSees: 'tool.status',
    fields: {
      ...aboutCall,
      attempt_id: attemptId,
      session_id,
      tool_name: z.string(),
      tool_params: params,
      digest: digestSchema,
      clearance: z.string(),
      abridged,
    },
    row: {
      ...aboutCall,
      attempt_id: attemptId,
      session_id,
      ...withinStep,
      agent: z.string().optional(),
      tool_name: z.string(),
      tool_params: params.optional(),
      digest: digestSchema,
      risk_level: riskSchema.nullable(),
      by: clearedBySchema,
      ...moves,
    },
  }),
  'tool.cancel': durable({
    when: 'A call is cancelled, or a process that it started must end.',
    seenBy: ['operator', 'runner'],
    /** `error` is there where a call ends with it, and not where only what it had started does. */
    fields: { ...aboutCall, attempt_id: attemptId.nullable(), error: z.string().optional(), error_form: sentenceSchema.nullish() },
    logged: moves,
  }),
  'tool.output': transient({
    when: 'A running call prints something. `offset` counts the bytes before it.',
    seenBy: ['operator'],
    fields: { tool_id: executionId, stream: z.enum(['stdout', 'stderr']), offset: z.int(), data: z.string() },
  }),
  'process.input': transient({
    when: 'The operator answered a process that waits for input. `tool_params` has the process, the wait and the text.',
    seenBy: ['runner'],
    fields: {
      tool_id: executionId,
      attempt_id: attemptId,
      tool_params: z.object({ tool_id: executionId, wait_id: z.uuid(), text: z.string() }),
      digest: digestSchema,
      clearance: z.string(),
      timestamp: timeSchema,
    },
  }),
  'tool.result_ack': durable({
    when: 'The result of a runner is recorded.',
    seenBy: ['operator', 'runner'],
    fields: { ...aboutCall, status: z.literal('received') },
  }),
  'tool.status': durable({
    when: 'A call changes its status.',
    seenBy: ['operator'],
    fields: {
      ...aboutCall,
      session_id,
      ...withinStep,
      agent: z.string().optional(),
      tool_name: z.string(),
      /** When it begins to run: masked. */
      tool_params: params.optional(),
      status: statusSchema,
      description: z.string().optional(),
      description_form: sentenceSchema.nullish(),
      risk_level: riskSchema.nullable().optional(),
      error: z.string().nullable().optional(),
      error_form: sentenceSchema.nullish(),
      error_code: z.string().nullable().optional(),
      /** Why the operator rejected it, in the operator's own words. */
      operator_reason: z.string().optional(),
    },
    logged: { ...resultDigest, ...moves },
  }),
  'tool.late_result': durable({
    when: 'The outcome of a call arrives that had been given up as lost. Its status stays.',
    seenBy: ['operator'],
    fields: {
      ...aboutCall,
      session_id: sessionId,
      tool_name: z.string(),
      status: z.enum(['completed', 'failed']),
      execution_time_ms: z.int().nullable(),
      ...endFields,
      error_form: sentenceSchema.optional(),
    },
    logged: { ...resultDigest, ...moves },
  }),
} as const
