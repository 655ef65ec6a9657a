// A Failure is expected, has a code and reaches the agent or operator. Anything else that is thrown is a defect.
import { ERROR_CODES, type ErrorCode } from '../errors/error-codes.ts'
import { inEnglish, type Sentence, sentence } from '../sentence/sentence.ts'
import type { Verbatim } from '../sentence/verbatim.ts'

export interface FailureDetails {
  /** Continues the sentence of the registry after a colon: `Command not allowed: rm`. */
  readonly subject?: string
  readonly [detail: string]: unknown
}

/** A subject in words of ours is a sentence, so that it can be read in other languages; a name is verbatim. */
type GivenDetails = Omit<FailureDetails, 'subject'> & { readonly subject?: Verbatim | Sentence; readonly [detail: string]: unknown }

interface FailureOptions {
  readonly cause?: unknown
  readonly http?: number
  /** Instead of the sentence of the code, where it begins otherwise. */
  readonly message?: Sentence
}

export class Failure extends Error {
  override readonly name = 'Failure'
  readonly code: ErrorCode
  readonly details: FailureDetails
  /** The message as data. */
  readonly messageForm: Sentence
  /** Where one code answers with several statuses (an answer that is too late is 410, not 409). */
  readonly http: number

  constructor(code: ErrorCode, { subject, ...details }: GivenDetails = {}, options: FailureOptions = {}) {
    const messageForm = options.message ?? failureForm(code, subject)
    super(inEnglish(messageForm), { cause: options.cause })
    this.code = code
    this.details = subject === undefined ? details : { subject: typeof subject === 'string' ? subject : inEnglish(subject), ...details }
    this.messageForm = messageForm
    this.http = options.http ?? ERROR_CODES[code].http
  }
}

export const failureForm = (code: ErrorCode, subject?: string | Sentence): Sentence => {
  const failure = sentence(`code.${code}`)
  return subject ? sentence('failure.about', { failure, subject }) : failure
}

export const failureSentence = (code: ErrorCode, subject?: string | Sentence): string => inEnglish(failureForm(code, subject))

/** What to do after a failure with this code, unless something else is said. */
export const adviceForm = (code: ErrorCode): Sentence => sentence(`advice.${code}`)

/** How an execution ends with this failure. */
export function endingOf(code: ErrorCode, subject?: string | Sentence, more: { readonly operator_reason?: string } = {}) {
  const form = failureForm(code, subject)
  return { error: inEnglish(form), error_type: code, error_details: { form, ...more } }
}
