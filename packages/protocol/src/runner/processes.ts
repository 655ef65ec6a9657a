// Persistent processes, as a runner reports them and as the operator sees them.
import * as z from 'zod'
import { timeSchema } from '../execution/state.ts'
import { executionId, sessionId } from '../ids/ids.ts'
import { LIMITS } from '../limits/limits.ts'
import { sentenceSchema } from '../sentence/sentence.ts'

/** What text means to the program that reads it. */
export const inputKindSchema = z.enum(['shell', 'interpreter', 'program'])
export type InputKind = z.infer<typeof inputKindSchema>

/** A process that waits to read from its terminal. */
export const inputWaitSchema = z.object({
  /** Another one each time that it begins to wait. */
  wait_id: z.uuid(),
  since: timeSchema,
  /** The last lines that it printed, masked. */
  output: z.string().max(LIMITS.maxShownPromptCharacters),
  /** What is typed is not shown, or nobody can tell. */
  secret: z.boolean(),
  into: inputKindSchema,
})
export type InputWait = z.infer<typeof inputWaitSchema>

export const processReportSchema = z.object({
  process_id: z.string().max(100),
  /** The call that started it. */
  tool_id: executionId,
  pid: z.int(),
  started_at: timeSchema,
  running: z.boolean(),
  /** Null while it runs, and if its end was not observed. */
  exit_code: z.int().nullable(),
  signal: z.string().max(20).nullable(),
  ended_at: timeSchema.nullable(),
  /** What ended it, as a sentence. */
  how_ended: z.string().max(200).nullable(),
  how_ended_form: sentenceSchema.optional(),
  /** Set while it waits for input. */
  waiting: inputWaitSchema.optional(),
  /** Total bytes printed, once it has ended. */
  output_bytes: z.int().min(0).optional(),
})
export type ProcessReport = z.infer<typeof processReportSchema>

/** All running ones, and the last that ended. */
export const processReportsSchema = z.array(processReportSchema).max(2 * LIMITS.maxPersistentProcesses)

/** The command and the session are the server's own record of the call. */
export const processView = processReportSchema.extend({ session_id: sessionId, command: z.string() })
export type ProcessView = z.infer<typeof processView>
