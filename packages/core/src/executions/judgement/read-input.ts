// The parameters of a call as the tool's schema reads them, large values in place where a judgement needs their words.
import { type ErrorCode, Failure, findReferences, withTexts } from '@countersign/protocol'
import type { AnyTool } from '@countersign/tools'
import type * as z from 'zod'
import { wholeReferences } from './references.ts'

export interface ReadInput {
  /** For judging: a reference that nobody read is an empty text. */
  readonly parsed: Record<string, unknown>
  /** The same with those references in place. */
  readonly input: Record<string, unknown>
}

export interface UnreadInput {
  readonly code: ErrorCode
  readonly subject: string
}

/** `texts` by parameter, as `readyFor` gives them. A text that is needed and missing is never guessed. */
export function readInput(
  tool: AnyTool,
  params: Record<string, unknown>,
  texts: Readonly<Record<string, string | Failure>> = {},
): ReadInput | UnreadInput {
  const read: Record<string, string> = {}
  for (const name of Object.keys(wholeReferences(tool, params))) {
    const text = texts[name]
    if (text === undefined) return { code: 'INVALID_ARGUMENTS', subject: `${name}: send the text itself, it cannot be read here` }
    if (text instanceof Failure) return { code: text.code, subject: text.details.subject ?? name }
    read[name] = text
  }
  const parsed = tool.input.safeParse(withTexts(params, read))
  if (!parsed.success) return { code: 'INVALID_ARGUMENTS', subject: explain(parsed.error) }
  return { parsed: parsed.data, input: { ...parsed.data, ...findReferences(params), ...read } }
}

const explain = (error: z.ZodError): string =>
  error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.join('.') || 'parameters'}: ${issue.message}`)
    .join('; ')
