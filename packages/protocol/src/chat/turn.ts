// One message of a person and everything that the agent does until it has answered.
import * as z from 'zod'
import { timeSchema } from '../execution/state.ts'
import { messageId, projectId, sessionId, turnId } from '../ids/ids.ts'
import { sentenceSchema } from '../sentence/sentence.ts'

export const turnStatusSchema = z.enum(['running', 'finished', 'stopped', 'failed'])
export type TurnStatus = z.infer<typeof turnStatusSchema>

export const turnSchema = z.strictObject({
  id: turnId,
  project_id: projectId,
  session_id: sessionId,
  user_id: z.string(),
  /** What it answers. */
  message_id: messageId,
  /** The model's name in the configuration. */
  model: z.string(),
  status: turnStatusSchema,
  /** Steps of the model so far. */
  steps: z.int(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  error: z.string().nullable(),
  /** Absent in turns that ended before forms existed. */
  error_form: sentenceSchema.nullish(),
  error_type: z.string().nullable(),
  created_at: timeSchema,
  ended_at: timeSchema.nullable(),
})
export type Turn = z.infer<typeof turnSchema>

/** The step that the model is writing, as far as it is known: the text from `offset` to `next`, in characters as `chat.delta` counts them. */
export const partialStepSchema = z.strictObject({
  step: z.int(),
  /** 0 unless the text was so long that its beginning was dropped. */
  offset: z.int(),
  next: z.int(),
  /** Masked, so it may be shorter or longer than `next - offset`. */
  text: z.string(),
})
export type PartialStep = z.infer<typeof partialStepSchema>
