// Classifies an error, and decides whether a retry may help.
import type { ModelProblem } from '../../model.ts'
import { AnswerUnusable, type Flaw } from './answer-unusable.ts'
import { askedWait } from './asked-wait.ts'
import { type ErrorFacts, factsOf } from './error-facts.ts'

export type Case = ModelProblem | Flaw | 'malformed' | 'no-tools' | 'forbidden' | 'failing' | 'silent'

export interface Found {
  readonly is: Case
  /** The provider's message; empty if there is none. */
  readonly detail: string
  /** How long the provider asks to wait before the next try. */
  readonly waitMilliseconds: number | undefined
}

const TOO_LONG =
  /context_length_exceeded|string_above_max_length|prompt is too long|(?:maximum|available) context|context (?:window|length|size)|input is too long|too many (?:input )?tokens|token count.{0,40}exceeds|exceeds?.{0,40}(?:context|token limit|maximum number of tokens)|request_too_large|reduce the length/i
const LARGER_THAN_ALLOWED = /request too large for/i
const QUOTA = /insufficient_quota|billing|credit balance|payment required|exceeded your current quota|quota_exceeded|spending limit/i
/** Google also says "quota" for limits per minute, and then says when to retry. */
const SOON = /retryDelay|PerMinute/
const LATER = /PerDay/
const KEY = /invalid_api_key|incorrect api key|authentication_error|API_KEY_INVALID|api key not valid|invalid x-api-key|UNAUTHENTICATED/i
const NO_MODEL = /model_not_found|not_found_error|model .{0,120}(?:not found|does not exist)|no such model/i
const NO_TOOLS = /does not support (?:tools|function)|tool(?:s| use| calling) (?:is|are) not supported|--jinja|tool-call-parser/i
const OVERLOADED = /overloaded|rate_limit|too many requests|UNAVAILABLE|RESOURCE_EXHAUSTED|capacity/i
const FAILING = /server_error|api_error|internal error|INTERNAL\b/i
const BROKEN_OFF = /terminated|other side closed|premature close|aborted|ended without a finish/i

const SILENT = /^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/

/** The first match counts. */
const CASES: readonly (readonly [Case, (facts: ErrorFacts) => boolean])[] = [
  ['quota', ({ status, text }) => status === 402 || (QUOTA.test(text) && (!SOON.test(text) || LATER.test(text)))],
  ['key', ({ status, text }) => status === 401 || KEY.test(text)],
  // More than the account may send in a minute: waiting does not help, but a shorter conversation does.
  ['too-long', ({ text }) => LARGER_THAN_ALLOWED.test(text)],
  ['overloaded', ({ status }) => status === 429 || status === 503 || status === 529],
  ['too-long', ({ status, text }) => status === 413 || TOO_LONG.test(text)],
  ['forbidden', ({ status }) => status === 403],
  ['no-tools', ({ text }) => NO_TOOLS.test(text)],
  ['not-found', ({ status, text }) => status === 404 || NO_MODEL.test(text)],
  ['failing', ({ status }) => status !== undefined && (status >= 500 || status === 408 || status === 409)],
  ['overloaded', ({ status, text }) => status === undefined && OVERLOADED.test(text)],
  ['failing', ({ status, text }) => status === undefined && FAILING.test(text)],
  ['silent', ({ networkCode = '' }) => SILENT.test(networkCode)],
  ['cut', ({ text, isMalformed }) => BROKEN_OFF.test(text) && (isMalformed || !text.includes('Cannot connect'))],
  ['unreachable', ({ networkCode, text }) => networkCode !== undefined || text.includes('Cannot connect')],
  ['malformed', ({ isMalformed }) => isMalformed],
]

export function findProblem(error: unknown): Found {
  if (error instanceof AnswerUnusable) return { is: error.flaw, detail: '', waitMilliseconds: undefined }
  const facts = factsOf(error)
  const is = CASES.find(([, fits]) => fits(facts))?.[0] ?? 'other'
  return { is, detail: facts.networkCode && is === 'unreachable' ? facts.networkCode : facts.message, waitMilliseconds: askedWait(facts) }
}
