// The name by which an agent knows a process that it started.
import * as z from 'zod'

const MAX_CHARACTERS = 64

export const processName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'letters, digits, dot, dash and underscore, beginning with a letter or digit')
  .max(MAX_CHARACTERS)
