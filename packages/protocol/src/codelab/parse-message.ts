// Parses one message. A text that cannot be parsed gives a failure that says why; the connection stays open.
import type * as z from 'zod'
import { jsonProblem, jsonTextProblem } from '../digest/digest.ts'
import { describeField, describeIssue } from '../failure/describe-issues.ts'
import { Failure } from '../failure/failure.ts'
import { LIMITS } from '../limits/limits.ts'
import { type Sentence, sentence } from '../sentence/sentence.ts'
import { type CodelabMessage, type CodelabMessageType, codelabMessageSchema } from './messages.ts'

const TYPES: readonly string[] = codelabMessageSchema.options.map((option) => discriminatorOf(option))

export const CODELAB_VERSION = '2.0'
/** Versions 1.0, 1.1 and 2.0 differ in the tools they name, not in the messages. */
const KNOWN_MAJORS = new Set(['1', '2'])

/** The failure's `call_id` detail names the call, if the text contains one. */
export function parseCodelabMessage(text: string, maxValues: number = LIMITS.maxResultValues): CodelabMessage {
  const tooMuch = jsonTextProblem(text, maxValues)
  if (tooMuch) throw new Failure('INVALID_ARGUMENTS', { subject: tooMuch, ...callIdInBeginning(text) })
  const value = parseJson(text)
  const call_id = callIdOf(value)
  const about = call_id === undefined ? {} : { call_id }
  const problem = jsonProblem(value)
  if (problem) throw new Failure('INVALID_ARGUMENTS', { subject: problem, ...about })
  const type = (value as { type?: unknown } | null)?.type
  if (typeof type !== 'string' || !TYPES.includes(type))
    throw new Failure('INVALID_ARGUMENTS', { subject: sentence('subject.channel-type', { types: TYPES.join(', ') }), ...about })
  const parsed = codelabMessageSchema.safeParse(value)
  if (!parsed.success) throw new Failure('INVALID_ARGUMENTS', { subject: explain(type, parsed.error, value), ...about })
  return parsed.data
}

export function checkCodelabVersion({ protocol_version }: CodelabMessage): void {
  if (protocol_version === undefined) return
  const [major = ''] = String(protocol_version).split('.')
  if (KNOWN_MAJORS.has(major)) return
  throw new Failure('INVALID_ARGUMENTS', {
    subject: sentence('subject.channel-version', { theirs: protocol_version, ours: CODELAB_VERSION }),
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Failure('INVALID_ARGUMENTS', { subject: sentence('subject.channel-one-object') }, { cause })
  }
}

const CALL_ID = /"call_id"\s*:\s*"([^"\\]{1,200})"/

/** Finds the `call_id` of a text that is too long to parse; it usually comes before the long part. */
function callIdInBeginning(text: string): { call_id?: string } {
  const [, call_id] = CALL_ID.exec(text.slice(0, 1_000)) ?? []
  return call_id === undefined ? {} : { call_id }
}

function callIdOf(value: unknown): string | undefined {
  const id = (value as { call_id?: unknown } | null)?.call_id
  return typeof id === 'string' && id.length <= 200 ? id : undefined
}

function explain(type: string, error: z.ZodError, value: unknown): Sentence {
  const [issue] = error.issues
  const problem = issue ? describeIssue(issue, value) : sentence('issue.not-understood')
  return issue && issue.path.length > 0
    ? describeField([type, ...issue.path].join('.'), problem)
    : sentence('subject.channel-message', { type, problem })
}

function discriminatorOf(option: (typeof codelabMessageSchema.options)[number]): CodelabMessageType {
  const shape = 'in' in option.def ? (option.def.in as z.ZodObject).shape : (option as z.ZodObject).shape
  return (shape.type as z.ZodLiteral<CodelabMessageType>).value
}
