// What an installation may configure; every default is safe.
import { LIMITS, modeSchema } from '@countersign/protocol'
import * as z from 'zod'

const seconds = z.int().min(1).max(LIMITS.maxApprovalSeconds)

export const settingsSchema = z.strictObject({
  approval_seconds: z.strictObject({ MEDIUM: seconds.default(300), HIGH: seconds.default(600) }).prefault({}),
  question_seconds: seconds.default(LIMITS.questionSeconds),
  runner_wait_seconds: z.number().min(0.1).max(3600).default(120),
  lease_seconds: z.int().min(1).max(600).default(30),
  allow_operator_calls: z.boolean().default(false),
  /** The mode of a new project that names none. */
  default_mode: modeSchema.default('ask'),
})

export type Settings = z.infer<typeof settingsSchema>
export type SettingsInput = z.input<typeof settingsSchema>
