// A question as the parent gets it: the same call again with requires_approval true, and all that a person needs to answer.
import { type CodelabMessageOf, Failure, inEnglish, LIMITS, MEGABYTE, type Preview, sentence, visibleSentence } from '@countersign/protocol'
import type { Params } from '@countersign/tools'
import type { OpenQuestion } from './questions.ts'
import type { StdioCall } from './read-stdio-call.ts'

export interface QuestionToSend {
  readonly call_id: string
  readonly kind: 'approval' | 'question'
  readonly judged: StdioCall
  readonly preview: Preview | null
  readonly seconds: number
  readonly open: OpenQuestion
}

export function questionMessage({ call_id, kind, judged, preview, seconds, open }: QuestionToSend): CodelabMessageOf<'tool_call'> {
  const { tool, args, risk, reasons } = judged
  const title = visibleSentence(judged.ask())
  const message: CodelabMessageOf<'tool_call'> = {
    type: 'tool_call',
    call_id,
    tool_name: tool.name,
    args: { ...args },
    requires_approval: true,
    approval_id: open.approval_id,
    kind,
    description: inEnglish(title),
    description_form: title,
    preview,
    risk_level: risk,
    reasons: reasons.map(inEnglish),
    reasons_forms: [...reasons],
    timeout_seconds: seconds,
    expires_at: open.expires_at,
  }
  if (isWithinFrame(message)) return message
  const shorter = { ...message, args: withoutLong(args), abridged: true }
  if (isWithinFrame(shorter)) return shorter
  const subject = sentence('stdio.question-too-long', { megabytes: LIMITS.maxFrameBytes / MEGABYTE })
  throw new Failure('FILE_TOO_LARGE', { subject })
}

export const isWithinFrame = (message: object): boolean => Buffer.byteLength(JSON.stringify(message)) <= LIMITS.maxFrameBytes

/** The parent has the long ones already; the preview, which it has not, goes first. */
const withoutLong = (args: Params): Record<string, unknown> =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => typeof value !== 'string' || value.length <= LIMITS.inlineValueBytes))
