// A Failure is expected, has a code and reaches the agent or operator. Anything else that is thrown is a defect.
import { ERROR_CODES, type ErrorCode } from './error-codes.ts'

export interface FailureDetails {
  /** Continues the sentence of the registry after a colon: `Command not allowed: rm`. */
  readonly subject?: string
  readonly [detail: string]: unknown
}

export class Failure extends Error {
  override readonly name = 'Failure'
  readonly code: ErrorCode
  readonly details: FailureDetails
  /** Where one code answers with several statuses (an answer that is too late is 410, not 409). */
  readonly http: number

  constructor(code: ErrorCode, details: FailureDetails = {}, options: { cause?: unknown; http?: number } = {}) {
    super(failureSentence(code, details.subject), { cause: options.cause })
    this.code = code
    this.details = details
    this.http = options.http ?? ERROR_CODES[code].http
  }
}

export function failureSentence(code: ErrorCode, subject?: string): string {
  const { sentence } = ERROR_CODES[code]
  return subject ? `${sentence}: ${subject}` : sentence
}
