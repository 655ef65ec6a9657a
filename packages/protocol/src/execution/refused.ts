// A call that a rule or the guard refused: the lifecycle calls it failed, a person wants to know the difference from what was tried
// and did not work, and from what a person rejected.
import type { ErrorCode } from '../errors/error-codes.ts'
import { STATUSES, type Status } from './state.ts'

/** Failures of the way there, not verdicts on the call. */
const NO_VERDICT: readonly string[] = ['RUNNER_OFFLINE', 'RUNNER_LOST', 'INTERNAL', 'STORAGE', 'TIMEOUT', 'FILE_CHANGED', 'INPUT_CHANGED']

/** The guard's, also where the runner says them, which knows the real names of files. */
const OF_THE_GUARD: readonly string[] = [
  'POLICY_DENIED',
  'COMMAND_NOT_ALLOWED',
  'SENSITIVE_FILE',
  'PATH_OUTSIDE_WORKSPACE',
] satisfies ErrorCode[]

export interface Standing {
  readonly status: Status
  readonly started_at: string | null
  readonly error_code?: string | null | undefined
}

export function isRefused({ status, started_at, error_code }: Standing): boolean {
  if (status !== 'failed' || typeof error_code !== 'string') return false
  return OF_THE_GUARD.includes(error_code) || (started_at === null && !NO_VERDICT.includes(error_code))
}

/** How calls stand, as people are told: in the lifecycle `refused` is a way to fail. */
export const STANDINGS = [...STATUSES, 'refused'] as const

export type StandingName = (typeof STANDINGS)[number]

/** What finds the calls that stand so: a failure alone is one that was not refused. */
export function queryOfStanding(standing: StandingName): { status: Status; refused?: 'true' | 'false' } {
  if (standing === 'refused') return { status: 'failed', refused: 'true' }
  return standing === 'failed' ? { status: 'failed', refused: 'false' } : { status: standing }
}

export const standingOf = (call: Standing): StandingName => (isRefused(call) ? 'refused' : call.status)
