// What every judge of this package returns: a refusal that nothing overrides, or a risk with its reasons.
import {
  adviceForm,
  type ErrorCode,
  failureForm,
  type Isolation,
  inEnglish,
  isRiskAbove,
  type Risk,
  type Sentence,
  sentence,
  type Verbatim,
  verbatim,
} from '@countersign/protocol'
import type { ParseShellLine } from '../shell/grammar-types.ts'

const MAX_SUBJECT_CHARACTERS = 120
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu

/**
 * Text of the agent inside one of our messages: characters that could hide or repaint something are shown as code points, and a cut is
 * announced. `before` is the text that precedes it in the same message; it counts towards the length.
 */
export function printable(text: string, before = ''): string | Sentence {
  const shown = text
    .slice(0, MAX_SUBJECT_CHARACTERS - before.length)
    .replace(HIDDEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
  const characters = before.length + text.length
  return characters > MAX_SUBJECT_CHARACTERS ? sentence('part.cut', { text: shown, count: characters }) : shown
}

/** The same as the subject of a failure. */
export function printableSubject(text: string): Verbatim | Sentence {
  const shown = printable(text)
  return typeof shown === 'string' ? verbatim(shown) : shown
}

/** The same as plain text in English, for what is no slot of a sentence. */
export function printableText(text: string): string {
  const shown = printable(text)
  return typeof shown === 'string' ? shown : inEnglish(shown)
}

export interface Finding {
  readonly risk: Risk
  /** What the operator reads. */
  readonly sentence: Sentence
}

export interface Refusal {
  readonly code: ErrorCode
  /** The sentence of the code and its subject: `Command not allowed: rm`. */
  readonly message: string
  readonly messageForm: Sentence
  /** What to do instead. */
  readonly advice: string
  readonly adviceForm: Sentence
}

export interface Refused {
  readonly refusal: Refusal
}

export interface Rated {
  /** The highest of the findings. */
  readonly risk: Risk
  readonly findings: readonly Finding[]
  readonly network: boolean
}

export type Judgement = Refused | Rated

export interface ResolvedPath {
  readonly path: string
  /** A pipe, socket or device: opening it may block for ever, or talk to another program. */
  readonly isSpecial?: boolean
  /** Whatever its name looks like. */
  readonly isFolder?: boolean
}

export interface Facts {
  readonly isolation: Isolation
  /** What a workspace name resolves to on the real disk; only the runner knows it. */
  readonly resolve?: (path: string) => ResolvedPath | { readonly outside: true } | undefined
  /** Commands that the policy file adds to the allowed list; it never overrides the "never" list. */
  readonly extraCommands?: ReadonlyMap<string, 'MEDIUM' | 'HIGH'>
  /** Parses shell lines; without it every shell line is refused. */
  readonly parseShell?: ParseShellLine
}

/** A subject written by the agent is a text, which may hide nothing; one written by us is a sentence. */
export const refusal = (code: ErrorCode, subject: string | Sentence, advice?: Sentence): Refusal =>
  refusalOf(code, failureForm(code, typeof subject === 'string' ? printable(subject) : subject), advice)

export const refusalOf = (code: ErrorCode, messageForm: Sentence, advice: Sentence = adviceForm(code)): Refusal => ({
  code,
  message: inEnglish(messageForm),
  messageForm,
  advice: inEnglish(advice),
  adviceForm: advice,
})

export const refuse = (code: ErrorCode, subject: string | Sentence, advice?: Sentence): Refused => ({
  refusal: refusal(code, subject, advice),
})

export const isRefused = (judgement: Judgement): judgement is Refused => 'refusal' in judgement

const UNJUDGED: Finding = { risk: 'HIGH', sentence: sentence('reason.unjudged') }

export function rate(findings: readonly Finding[], network = false): Rated {
  // No finding means that no judge looked at the call: never LOW.
  const all = findings.length === 0 ? [UNJUDGED] : findings
  const risk = all.reduce<Risk>((highest, finding) => (isRiskAbove(finding.risk, highest) ? finding.risk : highest), 'LOW')
  return { risk, findings: all, network }
}

/** One refusal refuses everything; otherwise all findings count and the highest decides. */
export function combine(...judgements: readonly Judgement[]): Judgement {
  const rated: Rated[] = []
  for (const judgement of judgements) {
    if (isRefused(judgement)) return judgement
    rated.push(judgement)
  }
  return rate(
    rated.flatMap((judgement) => judgement.findings),
    rated.some((judgement) => judgement.network),
  )
}

/** A judge always returns a verdict: a defect in a judge is a refusal, never a pass. */
export function judgeSafely(judge: () => Judgement): Judgement {
  try {
    return judge()
  } catch (cause) {
    const problem = printable(cause instanceof Error ? cause.message : typeof cause)
    return refuse('INVALID_ARGUMENTS', sentence('subject.not-judged', { problem }))
  }
}
