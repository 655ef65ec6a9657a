// An error reply of the server as a Failure: with its code, status, details, and the id by which the server's log knows it.
import { type ErrorCode, Failure, failureForm, failureSentence, isErrorCode, type Sentence, sentenceSchema } from '@countersign/protocol'
import type { ReplyHead } from '../transport/transport.ts'
import { ServerUnreachable } from './server-unreachable.ts'

interface Refusal {
  readonly status: number
  readonly details: object
  readonly request_id: string
  readonly retryAfterSeconds?: number
  /** Absent in replies of older servers. */
  readonly form?: Sentence | undefined
}

export class RefusedRequest extends Failure {
  override readonly messageForm: Sentence
  readonly request_id: string
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, sentence: string, reply: Refusal) {
    const subject = subjectOf(code, sentence)
    super(code, { ...subject, ...reply.details }, { http: reply.status })
    this.message = sentence
    this.messageForm = reply.form ?? failureForm(code, subject.subject)
    this.request_id = reply.request_id
    this.retryAfterSeconds = reply.retryAfterSeconds
  }
}

/** The text of a reply that is not a success, as the error it stands for. */
export function refusalOf(reply: ReplyHead, text: string): RefusedRequest | ServerUnreachable {
  const view = parseObject(text)
  const sentence = view?.error
  if (!view || typeof sentence !== 'string' || typeof view.error_code !== 'string')
    return new ServerUnreachable(`The server answered ${reply.status} in words that are not the protocol's`, { status: reply.status })
  const code = isErrorCode(view.error_code) ? view.error_code : 'INTERNAL'
  const retryAfter = Number(reply.header('retry-after'))
  return new RefusedRequest(code, sentence, {
    status: reply.status,
    details: typeof view.details === 'object' && view.details ? view.details : {},
    request_id: typeof view.request_id === 'string' ? view.request_id : '',
    form: sentenceSchema.safeParse(view.error_form).data,
    ...(retryAfter > 0 ? { retryAfterSeconds: retryAfter } : {}),
  })
}

export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function subjectOf(code: ErrorCode, sentence: string): { subject?: string } {
  const opening = `${failureSentence(code)}: `
  return sentence.startsWith(opening) ? { subject: sentence.slice(opening.length) } : {}
}
