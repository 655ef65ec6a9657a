// The result and the report of a command that has ended, for every tool that runs one.
import { isolationSchema, LIMITS } from '@countersign/protocol'
import * as z from 'zod'
import type { CommandOutcome } from '../hosts/processes.ts'
import { boundOutput, MAX_REPORT_CHARACTERS, MAX_REPORT_LINES } from '../words/text.ts'

/** How long a command may take, and how long it may print nothing. */
export const timeLimits = {
  timeout: z.number().min(1).max(LIMITS.maxCommandSeconds).default(LIMITS.defaultCommandSeconds).describe('Seconds'),
  silence_timeout: z
    .number()
    .min(1)
    .max(LIMITS.maxCommandSeconds)
    .optional()
    .describe('Seconds that it may print nothing before it is ended; left out, only timeout counts'),
} as const

interface TimeLimits {
  readonly timeout: number
  readonly silence_timeout?: number | undefined
}

export const toTimeLimits = ({ timeout, silence_timeout }: TimeLimits) => ({
  timeoutSeconds: timeout,
  ...(silence_timeout !== undefined && { silenceSeconds: silence_timeout }),
})

/** For a preview. */
export const shownLimits = ({ timeout, silence_timeout }: TimeLimits) => ({
  timeout_seconds: timeout,
  ...(silence_timeout !== undefined && { silence_seconds: silence_timeout }),
})

export const commandOutput = z.strictObject({
  /** False if the program ended with an exit code other than 0. */
  success: z.boolean(),
  stdout: z.string(),
  stderr: z.string(),
  exit_code: z.int(),
  /** In seconds. */
  execution_time: z.number(),
  /** Output was left out of the middle. */
  truncated: z.boolean(),
  isolation: isolationSchema,
})

type Outcome = z.output<typeof commandOutput>

export const toCommandOutput = ({ stdout, stderr, exitCode, seconds, truncated, isolation }: CommandOutcome): Outcome => ({
  success: exitCode === 0,
  stdout,
  stderr,
  exit_code: exitCode,
  execution_time: seconds,
  truncated,
  isolation,
})

export function reportOutcome({ stdout, stderr, exit_code, truncated }: Outcome, name: string): string {
  const bound = (text: string) => boundOutput(text, MAX_REPORT_LINES / 2, MAX_REPORT_CHARACTERS / 2)
  const [out, err] = [bound(stdout), bound(stderr)]
  const isCut = truncated || out !== stdout || err !== stderr
  const parts = [exit_code === 0 ? '' : `${name} ended with exit code ${exit_code}.`, out, err && `[stderr]\n${err}`]
  if (isCut) parts.push('[Output was left out. To see less at once: narrow the command, or use head, tail or grep.]')
  return parts.filter(Boolean).join('\n') || `${name} printed nothing and ended well.`
}
