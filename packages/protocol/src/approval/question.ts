// What an agent asks the operator: one of several actions, or which hunks of a diff are wanted. It waits like an approval.
import * as z from 'zod'
import { riskSchema } from '../execution/clearance.ts'
import { LIMITS } from '../limits/limits.ts'
import { sentenceSchema } from '../sentence/sentence.ts'

/** The answer if the operator dismisses the question. */
export const DISMISSED = 'dismissed'

/** The answers to a process that waits for input: a text for it, or its end. */
export const SEND_INPUT = 'send'
export const END_PROCESS = 'end'

export const inputPreviewSchema = z.strictObject({
  kind: z.literal('input'),
  process_id: z.string(),
  /** The line that it was started with. */
  command: z.string(),
  /** The last lines that it printed. */
  output: z.string(),
  /** What is typed is not shown, and never recorded. */
  secret: z.boolean(),
})

export const questionPreviewSchema = z.strictObject({
  kind: z.literal('question'),
  /** The agent's own words, and marked as such wherever they are shown. */
  message: z.string(),
  actions: z.array(z.string()),
  /** Given if Countersign itself asks on behalf of the built-in agent. */
  message_form: sentenceSchema.optional(),
  actions_forms: z.array(sentenceSchema).optional(),
})

export const reviewPreviewSchema = z.strictObject({
  kind: z.literal('review'),
  /** The agent's own words. */
  message: z.string().optional(),
  files: z.array(
    z.strictObject({
      path: z.string(),
      from: z.string().optional(),
      change: z.enum(['create', 'modify', 'delete', 'rename']),
      risk_level: riskSchema,
      reasons: z.array(z.string()),
      reasons_forms: z.array(sentenceSchema).optional(),
      hunks: z.array(
        z.strictObject({
          /** From 1, over all files. */
          number: z.int().positive(),
          /** With its `@@` line; empty for a file that only moves or goes. */
          diff: z.string(),
        }),
      ),
    }),
  ),
  chunks_total: z.int(),
})

export const questionAnswerSchema = z.strictObject({
  action: z.string().min(1).max(200),
  comment: z.string().max(10_000).optional(),
  /** For a process that waits for input; its line end is added. */
  text: z
    .string()
    .max(LIMITS.maxInputCharacters)
    .regex(/^[^\p{Cc}]*$/u, 'one line without control characters')
    .optional(),
  chunks_selected: z.array(z.int().positive()).max(100_000).optional(),
  /** By hunk number. */
  chunk_comments: z.record(z.string().regex(/^[1-9]\d{0,6}$/), z.string().max(10_000)).optional(),
  /** The confirmation that hunks of HIGH risk need. */
  cover_high: z.boolean().default(false),
})
export type QuestionAnswer = z.output<typeof questionAnswerSchema>
