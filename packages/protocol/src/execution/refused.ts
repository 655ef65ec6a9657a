// A call that a rule or the guard refused. Its status is failed, but people need to tell it apart from a call that ran
// and did not work, and from one that a person rejected.
import type { ErrorCode } from '../errors/error-codes.ts'
import { STATUSES, type Status } from './state.ts'

/** Failures of the transport, not verdicts on the call. */
const NO_VERDICT: readonly string[] = ['RUNNER_OFFLINE', 'RUNNER_LOST', 'INTERNAL', 'STORAGE', 'TIMEOUT', 'FILE_CHANGED', 'INPUT_CHANGED']

/** Codes of the guard, also when the runner reports them, because it knows the resolved names. */
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

/** Statuses as shown to people; in the lifecycle, `refused` is a kind of `failed`. */
export const STANDINGS = [...STATUSES, 'refused'] as const

export type StandingName = (typeof STANDINGS)[number]

/** The filter for a shown status; `failed` alone means not refused. */
export function queryOfStanding(standing: StandingName): { status: Status; refused?: 'true' | 'false' } {
  if (standing === 'refused') return { status: 'failed', refused: 'true' }
  return standing === 'failed' ? { status: 'failed', refused: 'false' } : { status: standing }
}

export const standingOf = (call: Standing): StandingName => (isRefused(call) ? 'refused' : call.status)
