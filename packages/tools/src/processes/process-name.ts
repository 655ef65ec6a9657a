// The name that an agent gives to a process that it starts.
import * as z from 'zod'

const MAX_CHARACTERS = 64

export const processName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'letters, digits, dot, dash and underscore, beginning with a letter or digit')
  .max(MAX_CHARACTERS)
