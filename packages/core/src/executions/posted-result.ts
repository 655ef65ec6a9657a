// What a runner posted as the result of a call, ready to be recorded: masked, with the digest of the raw form.
import { type ErrorCode, isErrorCode, type ResultBody } from '@countersign/protocol'
import type { MaskedForm } from './raw.ts'

export interface PostedResult {
  readonly body: ResultBody
  readonly raw: MaskedForm<Record<string, unknown>> | undefined
  readonly error: string | null
}

export const codeOf = (body: Extract<ResultBody, { status: 'failed' }>): ErrorCode =>
  isErrorCode(body.error_code) ? body.error_code : 'INTERNAL'
