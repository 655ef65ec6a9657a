// The messages between the extension and a runner in a process of its own, in one table, parsed on both ends.
import * as z from 'zod'

const id = z.number().int().min(0)
const position = z.strictObject({ path: z.string(), line: z.number(), column: z.number() })
const buffer = z.strictObject({ path: z.string(), text: z.string(), version: z.number() })

export const startSchema = z.strictObject({
  serverUrl: z.string(),
  token: z.string(),
  projectId: z.string(),
  workspace: z.string(),
  dataDir: z.string(),
  /** The folder of the extension, which holds the grammar and the worker. */
  extension: z.string(),
})
export type RunnerStart = z.infer<typeof startSchema>

const toRunner = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('START'), start: startSchema }),
  z.strictObject({ type: z.literal('TOKEN'), token: z.string() }),
  /** All unsaved documents; sent before START and after each change. */
  z.strictObject({ type: z.literal('BUFFERS'), buffers: z.array(buffer) }),
  z.strictObject({ type: z.literal('TRUST'), isReadOnly: z.boolean() }),
  z.strictObject({ type: z.literal('ANSWER'), id, answer: z.unknown().optional(), error: z.string().optional() }),
  z.strictObject({ type: z.literal('STOP') }),
])
export type ToRunner = z.infer<typeof toRunner>

/** What the runner asks of the editor. */
const question = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('diagnostics'), path: z.string().optional() }),
  z.strictObject({ method: z.literal('symbols'), path: z.string() }),
  z.strictObject({ method: z.literal('definition'), position }),
  z.strictObject({ method: z.literal('references'), position }),
  z.strictObject({ method: z.literal('edit'), path: z.string(), version: z.number(), text: z.string() }),
])
export type Question = z.infer<typeof question>

const fromRunner = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('LOG'),
    level: z.enum(['info', 'warn', 'error']),
    fields: z.record(z.string(), z.unknown()),
    message: z.string(),
  }),
  z.strictObject({ type: z.literal('ASK'), id, question }),
  z.strictObject({ type: z.literal('STARTED') }),
  z.strictObject({ type: z.literal('FAILED'), message: z.string() }),
])
export type FromRunner = z.infer<typeof fromRunner>

export const parseToRunner = (value: unknown): ToRunner | undefined => toRunner.safeParse(value).data
export const parseFromRunner = (value: unknown): FromRunner | undefined => fromRunner.safeParse(value).data
