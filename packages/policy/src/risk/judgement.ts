// What every judge of this package answers with: a refusal that nothing lifts, or a risk with its reasons.
import {
  adviceForm,
  type ErrorCode,
  failureForm,
  highestRisk,
  type Isolation,
  inEnglish,
  type Risk,
  type Sentence,
  sentence,
} from '@countersign/protocol'
import type { ParseShellLine } from '../shell/grammar-types.ts'

const MAX_SUBJECT_CHARACTERS = 120
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu

/**
 * Words of the agent inside a message of ours: what could hide or repaint is shown as its code point, and a cut is announced.
 * `before` is what comes before it in the same message, and counts.
 */
export function printable(text: string, before = ''): string {
  const shown = text
    .slice(0, MAX_SUBJECT_CHARACTERS - before.length)
    .replace(HIDDEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
  const characters = before.length + text.length
  return characters > MAX_SUBJECT_CHARACTERS ? `${shown}… (${characters} characters)` : shown
}

export interface Finding {
  readonly risk: Risk
  /** What the operator reads. */
  readonly sentence: Sentence
}

export interface Refusal {
  readonly code: ErrorCode
  /** The sentence of the code and what it is about: `Command not allowed: rm`. */
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
  /** A pipe, socket or device: opening it may wait for ever, or talk to another program. */
  readonly isSpecial?: boolean
  /** Whatever its name looks like. */
  readonly isFolder?: boolean
}

export interface Facts {
  readonly isolation: Isolation
  /** What a workspace name resolves to on the real disk; only the runner has it. */
  readonly resolve?: (path: string) => ResolvedPath | { readonly outside: true } | undefined
  /** Commands that the policy file adds to the allowed list; it never lifts the "never" list. */
  readonly extraCommands?: ReadonlyMap<string, 'MEDIUM' | 'HIGH'>
  /** Reads shell lines; without it every one of them is refused. */
  readonly parseShell?: ParseShellLine
}

/** A subject in the words of the agent is a text, which may hide nothing; one in words of ours is a sentence. */
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
  // No finding means that no judge looked: never LOW.
  const all = findings.length === 0 ? [UNJUDGED] : findings
  return { risk: highestRisk(...all.map((finding) => finding.risk)), findings: all, network }
}

/** One refusal refuses all; otherwise every finding counts and the highest decides. */
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

/** Judging is total: a defect in a judge is a refusal, never a pass. */
export function judgeSafely(judge: () => Judgement): Judgement {
  try {
    return judge()
  } catch (cause) {
    const problem = printable(cause instanceof Error ? cause.message : typeof cause)
    return refuse('INVALID_ARGUMENTS', sentence('subject.not-judged', { problem }))
  }
}
