// What a person looks at before answering: a diff for a file change, the exact command or shell line for a command.
import * as z from 'zod'
import { isolationSchema } from '../execution/clearance.ts'
import { sentenceSchema } from '../sentence/sentence.ts'
import { inputPreviewSchema, questionPreviewSchema, reviewPreviewSchema } from './question.ts'

export const diffPreviewSchema = z.strictObject({
  kind: z.literal('diff'),
  files: z.array(
    z.strictObject({
      path: z.string(),
      change: z.enum(['create', 'modify', 'delete', 'rename']),
      from: z.string().optional(),
      diff: z.string(),
      /** The note in `diff` that is not part of the change, where there is one. */
      note_form: sentenceSchema.optional(),
      /** The last line of `diff`, if only its beginning is shown. */
      cut_form: sentenceSchema.optional(),
      size_before: z.int().nullable(),
      size_after: z.int().nullable(),
    }),
  ),
})

/** A script of the workspace that a command runs by its name, as it is now. */
export const scriptPreviewSchema = z.strictObject({
  /** What runs it, such as `npm test`. */
  words: z.string(),
  /** The file that holds it. */
  path: z.string(),
  /** Its lines; null if there is no such script. */
  text: z.string().nullable(),
})
export type ScriptPreview = z.infer<typeof scriptPreviewSchema>

const scripts = z.array(scriptPreviewSchema).optional()

export const commandPreviewSchema = z.strictObject({
  kind: z.literal('command'),
  command: z.string(),
  args: z.array(z.string()),
  cwd: z.string(),
  timeout_seconds: z.number(),
  /** How long it may print nothing. */
  silence_seconds: z.number().optional(),
  isolation: isolationSchema,
  network: z.boolean(),
  scripts,
})

export const shellPreviewSchema = z.strictObject({
  kind: z.literal('shell'),
  /** The exact line that the shell gets. */
  line: z.string(),
  cwd: z.string(),
  /** Null if it runs until it is stopped. */
  timeout_seconds: z.number().nullable(),
  /** How long it may print nothing. */
  silence_seconds: z.number().optional(),
  isolation: isolationSchema,
  network: z.boolean(),
  scripts,
})

export const textPreviewSchema = z.strictObject({
  kind: z.literal('text'),
  text: z.string(),
  /** One for each of the first lines of `text`; the lines that follow have none. */
  text_forms: z.array(sentenceSchema).optional(),
  /** The last line of `text`, if only its beginning is shown. */
  cut_form: sentenceSchema.optional(),
})

export const previewSchema = z.discriminatedUnion('kind', [
  diffPreviewSchema,
  commandPreviewSchema,
  shellPreviewSchema,
  textPreviewSchema,
  questionPreviewSchema,
  reviewPreviewSchema,
  inputPreviewSchema,
])
export type Preview = z.infer<typeof previewSchema>
