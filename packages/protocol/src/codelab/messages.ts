// The messages of the CodeLab protocol, the same on WebSocket and stdio, in both directions. Unknown fields
// are ignored, because later versions may add some; the arguments of a tool are validated strictly.
import * as z from 'zod'
import { approvalSchema } from '../approval/approval.ts'
import { timeSchema } from '../execution/state.ts'
import { approvalId, attemptId, executionId, sessionId, turnId } from '../ids/ids.ts'
import { LIMITS } from '../limits/limits.ts'
import { sentenceSchema } from '../sentence/sentence.ts'

const params = z.record(z.string(), z.unknown())
const callId = z.string().min(1).max(200)
const words = z.string().max(LIMITS.maxUserMessageCharacters)
/** In the first message of each side; `1`, `"1"` and `"1.1"` are all versions. */
const first = {
  protocol_version: z.union([z.string().max(20), z.number()]).optional(),
  /** Tools that an IDE can run; the default follows from its version. */
  tools: z.array(z.string().max(100)).max(100).optional(),
}

/** A first message without other content. */
const hello = z.object({ type: z.literal('hello'), ...first })

export const codelabErrorSchema = z.object({
  code: z.string().min(1).max(100),
  message: z.string(),
  message_form: sentenceSchema.optional(),
  /** What to do next. */
  advice: z.string().optional(),
  advice_form: sentenceSchema.optional(),
})
export type CodelabError = z.infer<typeof codelabErrorSchema>

const userMessage = z.object({ type: z.literal('user_message'), ...first, content: words.min(1), session_id: sessionId.optional() })

const assistantMessage = z.object({
  type: z.literal('assistant_message'),
  ...first,
  token: z.string(),
  is_final: z.boolean(),
  session_id: sessionId.optional(),
  turn_id: turnId.optional(),
})

/** What the operator needs to know besides the call itself. */
const question = {
  approval_id: approvalId.optional(),
  kind: approvalSchema.shape.kind.optional(),
  agent: z.string().optional(),
  description: z.string().optional(),
  description_form: sentenceSchema.optional(),
  preview: approvalSchema.shape.preview.optional(),
  risk_level: approvalSchema.shape.risk_level.optional(),
  reasons: z.array(z.string()).optional(),
  reasons_forms: z.array(sentenceSchema).optional(),
  timeout_seconds: z.int().optional(),
  expires_at: timeSchema.optional(),
  /** Parts that look like secrets: shown here, masked in records. */
  masked: approvalSchema.shape.masked.optional(),
  /** The question does not fit into a message: a part is missing, so it cannot be approved on this channel. */
  abridged: z.boolean().optional(),
}

const toolCall = z
  .object({
    type: z.literal('tool_call'),
    ...first,
    call_id: callId,
    tool_name: z.string().min(1).max(100),
    args: params.optional(),
    /** Another name for `args`. */
    arguments: params.optional(),
    requires_approval: z.boolean().optional(),
    /** The attempt, which the result can name. */
    attempt_id: attemptId.optional(),
    /** From the server: the execution's id on the other channels. */
    tool_id: executionId.optional(),
    ...question,
  })
  .refine((call) => (call.args === undefined) !== (call.arguments === undefined), 'args: needed, once, as args or as arguments')
  .transform(({ args, arguments: given, ...call }) => ({ ...call, args: args ?? given ?? {} }))

const toolResult = z
  .object({
    type: z.literal('tool_result'),
    ...first,
    call_id: callId,
    attempt_id: attemptId.optional(),
    /** Besides an error: what was produced before the failure. */
    result: params.optional(),
    /** To an agent: a description of what the operator changed before the call ran. */
    operator_change: z.string().optional(),
    error: codelabErrorSchema.optional(),
  })
  .refine(({ result, error }) => result !== undefined || error !== undefined, 'result: needed where there is no error')

const hitlDecision = z
  .object({
    type: z.literal('hitl_decision'),
    ...first,
    call_id: callId,
    decision: z.enum(['approve', 'edit', 'reject']),
    /** Names the question that was answered, where several were asked about one call. */
    approval_id: approvalId.optional(),
    modified_arguments: params.optional(),
    feedback: words.optional(),
  })
  .refine(
    ({ decision, modified_arguments }) => decision !== 'edit' || modified_arguments !== undefined,
    'modified_arguments: needed to edit',
  )

const errorMessage = z.object({ type: z.literal('error'), ...first, error: codelabErrorSchema, call_id: z.string().optional() })

export const codelabMessageSchema = z.discriminatedUnion('type', [
  hello,
  userMessage,
  assistantMessage,
  toolCall,
  toolResult,
  hitlDecision,
  errorMessage,
])
export type CodelabMessage = z.output<typeof codelabMessageSchema>
export type CodelabMessageType = CodelabMessage['type']
export type CodelabMessageOf<T extends CodelabMessageType> = Extract<CodelabMessage, { type: T }>
