// A conversation as stored: the person's messages, and each step of the model with its tool calls. The outcome of a
// tool call is its execution, found by `call_id`; it is not stored twice.
import * as z from 'zod'
import { timeSchema } from '../execution/state.ts'
import { messageId, projectId, sessionId, turnId } from '../ids/ids.ts'
import { sentenceSchema } from '../sentence/sentence.ts'

export const toolCallSchema = z.strictObject({
  /** Also the `call_id` of the execution: requesting the call again finds the same execution. */
  call_id: z.string(),
  /** As the model wrote it; there may be no such tool. */
  tool_name: z.string(),
  tool_params: z.record(z.string(), z.unknown()),
  /** Why the call could not be read; it has no execution. */
  error: z.string().optional(),
  error_form: sentenceSchema.optional(),
})
export type ToolCall = z.infer<typeof toolCallSchema>

export const messageSchema = z.strictObject({
  id: messageId,
  project_id: projectId,
  session_id: sessionId,
  user_id: z.string(),
  turn_id: turnId,
  /** `summary` replaces everything before it when the conversation became too long for the model. */
  role: z.enum(['user', 'assistant', 'summary']),
  content: z.string(),
  /** The form of the last paragraph, if that is a note of this program and not the model's. */
  note_form: sentenceSchema.nullable(),
  tool_calls: z.array(toolCallSchema),
  /** The step in the provider's own form, which the same provider needs to continue; null if it needs nothing. */
  provider: z.unknown(),
  created_at: timeSchema,
})
export type Message = z.infer<typeof messageSchema>
