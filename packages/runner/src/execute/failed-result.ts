// What the server is told of a call that did not succeed. A failure has a code; a defect becomes INTERNAL with a
// reference, and only the runner's own log knows more.
import { randomUUID } from 'node:crypto'
import type { Masker } from '@countersign/policy'
import { type AttemptId, type ErrorCode, Failure, failureSentence, LIMITS, type ResultBody } from '@countersign/protocol'
import { errorFields, type Logger } from '../ports/logger.ts'

export interface Told {
  readonly error: string
  readonly error_code: ErrorCode
}

export function tellError(error: unknown, logger: Logger, about: object): Told {
  if (error instanceof Failure) return { error: error.message.slice(0, LIMITS.maxErrorCharacters), error_code: error.code }
  const reference = randomUUID()
  logger.error({ ...about, reference, ...errorFields(error) }, 'a defect')
  return { error: failureSentence('INTERNAL', `see the runner's log, reference ${reference}`), error_code: 'INTERNAL' }
}

/** What a command had printed when it was ended comes with the failure, where the host says so. */
export function failedResult(told: Told, attempt_id: AttemptId, result?: Record<string, unknown>): ResultBody {
  return { status: 'failed', ...told, attempt_id, ...(result ? { result } : {}) }
}

/** A tool that was stopped may throw whatever it likes: the reason for stopping it is what counts. */
export const causeOf = (error: unknown, signal: AbortSignal): unknown =>
  signal.aborted && !(error instanceof Failure) ? new Failure('CANCELLED', { subject: String(signal.reason) }) : error

/** A command that was ended says in its failure what it had printed. */
export function printedBy({ details }: Failure, masker: Masker): Record<string, unknown> | undefined {
  const { stdout, stderr, truncated } = details
  return stdout === undefined && stderr === undefined ? undefined : masker.maskValue({ stdout, stderr, truncated })
}
