// What the server answers to a request that it refuses or cannot carry out.
import * as z from 'zod'
import { sentenceSchema } from '../sentence/sentence.ts'

export const errorView = z.object({
  success: z.literal(false),
  error: z.string(),
  error_form: sentenceSchema.optional(),
  error_code: z.string(),
  details: z.record(z.string(), z.unknown()),
  request_id: z.string(),
})
export type ErrorView = z.infer<typeof errorView>
