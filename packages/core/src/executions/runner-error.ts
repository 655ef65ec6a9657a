// The error that a runner sends, with secrets masked. Its form is trusted only if its English rendering equals the text beside it.
import { type Masker, maskSentence } from '@countersign/policy'
import { LIMITS, renderSentence, type Sentence } from '@countersign/protocol'

export interface SentError {
  readonly error: string
  readonly error_form?: Sentence | undefined
}

export interface RunnerError {
  readonly error: string
  readonly form?: Sentence
}

export function readRunnerError(masker: Masker, { error: text, error_form }: SentError): RunnerError {
  const error = masker.maskText(text).slice(0, LIMITS.maxErrorCharacters)
  const isSame = error_form !== undefined && renderSentence(error_form) === text
  const form = isSame ? maskSentence(masker, error_form) : undefined
  return form && renderSentence(form) === error ? { error, form } : { error }
}
