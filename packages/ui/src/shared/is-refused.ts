// A call that was refused never ran: the lifecycle calls it failed, a person wants to know the difference.
import type { Status } from '@countersign/protocol'

/** Failures of the way there, not verdicts on the call. */
const NO_VERDICT: readonly string[] = ['RUNNER_OFFLINE', 'RUNNER_LOST', 'INTERNAL', 'TIMEOUT', 'FILE_CHANGED', 'INPUT_CHANGED']

export interface Standing {
  readonly status: Status
  readonly started_at: string | null
  readonly error_code?: string | null | undefined
}

export const isRefused = ({ status, started_at, error_code }: Standing): boolean =>
  status === 'failed' && started_at === null && typeof error_code === 'string' && !NO_VERDICT.includes(error_code)
