// A conversation as it is kept: what the person wrote, and each step of the model with the tools it called. What became of a
// tool call is its execution, found by `call_id`; nothing of it is written twice.
import * as z from 'zod'
import { timeSchema } from '../execution/state.ts'
import { messageId, projectId, sessionId, turnId } from '../ids/ids.ts'

export const toolCallSchema = z.strictObject({
  /** The same in the execution: a call that is asked for again is the same execution. */
  call_id: z.string(),
  /** As the model wrote it; may be no tool at all. */
  tool_name: z.string(),
  tool_params: z.record(z.string(), z.unknown()),
  /** What was wrong with a call that could not be read; it never became an execution. */
  error: z.string().optional(),
})
export type ToolCall = z.infer<typeof toolCallSchema>

export const messageSchema = z.strictObject({
  id: messageId,
  project_id: projectId,
  session_id: sessionId,
  user_id: z.string(),
  turn_id: turnId,
  /** `summary` stands for everything before it, once the conversation had become too long for the model. */
  role: z.enum(['user', 'assistant', 'summary']),
  content: z.string(),
  tool_calls: z.array(toolCallSchema),
  /** The step as the provider gave it, for the same provider to go on from; null where there is nothing to keep. */
  provider: z.unknown(),
  created_at: timeSchema,
})
export type Message = z.infer<typeof messageSchema>
