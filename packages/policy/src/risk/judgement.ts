// What every judge of this package returns: a refusal that nothing overrides, or a risk with its reasons.
import {
  adviceForm,
  type ErrorCode,
  failureForm,
  type InputKind,
  type Isolation,
  inEnglish,
  isRiskAbove,
  type Mode,
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

/**
 * What a call needs besides the workspace and its own sandbox. In `rehearse`, a call above LOW without a need runs in the session's layer; one
 * with a need is asked. `protected`: changes a file that runs later outside. `takes-over`: a variable that decides what is run or loaded.
 */
export const NEEDS = [
  'network',
  'service',
  'process',
  'outside',
  'repository',
  'protected',
  'unlisted',
  'takes-over',
  'not-understood',
] as const
export type Need = (typeof NEEDS)[number]

/** No rule and no grant covers a call with one of these: only a person's own answer to this very call does. */
export const NEVER_COVERED: ReadonlySet<Need> = new Set<Need>(['takes-over', 'not-understood'])

export interface Finding {
  readonly risk: Risk
  readonly need?: Need
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
  /** The programs that a command line runs, each judged on its own; not in `strict`. */
  readonly parts?: readonly CommandPart[]
  /**
   * With `parts`: the highest finding that belongs to none of them, such as a redirection that writes a file. Omitted means unknown: then only a
   * person's own answer or a grant for the whole session covers the line.
   */
  readonly beside?: Risk
}

/** One program that a command line runs, wrappers removed. Grants and classes are made of these. */
export interface CommandPart {
  /** The words as the program gets them; where a word is known only at run time, `words` ends before it and `isWhole` is false. */
  readonly words: readonly string[]
  readonly isWhole: boolean
  /** Not whole, but all that is unknown is text for a person, such as the message of a commit. */
  readonly hasOpenText?: true
  /** What is set for it and says more than how its output looks: `RUST_BACKTRACE=1`. */
  readonly variables?: readonly string[]
  /** Relative to the workspace. */
  readonly folder: string
  readonly risk: Risk
  readonly network: boolean
  readonly needs: readonly Need[]
  /** The sub-command that a table knows, such as `npm test`; absent where no table does. */
  readonly subCommand?: string
  /** Set for a program of the workspace that is not on the list of commands, as the list would name it: `./scripts/check.sh`. */
  readonly unlistedProgram?: string
  /** A script of the workspace that it runs by name, whose text a grant binds: `npm run build`, `make all`. */
  readonly script?: { readonly kind: 'package' | 'make'; readonly name: string }
}

export const needsOf = ({ findings }: Rated): readonly Need[] => [...new Set(findings.flatMap(({ need }) => need ?? []))]

export type Judgement = Refused | Rated

export interface ResolvedPath {
  readonly path: string
  /** A pipe, socket or device: opening it may block for ever, or talk to another program. */
  readonly isSpecial?: boolean
  /** Whatever its name looks like. */
  readonly isFolder?: boolean
}

/** A process that outlives its call, as whoever writes to it is judged by. */
export interface ProcessFacts {
  /** The call that started it, so that an answer can cover this process and no other of the same name. */
  readonly key: string
  /** The shell line that it was started with. */
  readonly line: string
  readonly cwd: string
  /** What the program that waits for input does with it; left out where none waits. */
  readonly into?: InputKind
}

export interface Facts {
  readonly isolation: Isolation
  /** What a workspace name resolves to on the real disk; only the runner knows it. */
  readonly resolve?: (path: string) => ResolvedPath | { readonly outside: true } | undefined
  /** Commands that the policy file adds to the allowed list; it never overrides the "never" list. */
  readonly extraCommands?: ReadonlyMap<string, 'MEDIUM' | 'HIGH'>
  /** How the project's calls are judged; `strict` if omitted. */
  readonly mode?: Mode
  /** The absolute root of the workspace, as given and as resolved: a path below one of them means the path inside the workspace. */
  readonly roots?: readonly string[]
  /** The toolchains that are listed for the project, by name (`node`, `rust` …): their commands are everyday commands there. */
  readonly toolchains?: readonly string[]
  /** The toolchains whose files the workspace has, listed or not: an answer may add one to the list. */
  readonly foundToolchains?: readonly string[]
  /** What the operator added to the project's list of commands: `terraform plan`, `./scripts/check.sh`. */
  readonly addedCommands?: readonly string[]
  /**
   * Whether git could print the content of a sensitive file from the index or from any commit; only the runner knows. Omitted: unknown, and
   * a shell line in which git prints content is asked.
   */
  readonly secretsInGit?: 'none' | 'some'
  /** Parses shell lines; without it every shell line is refused. */
  readonly parseShell?: ParseShellLine
  /** The running process of this name; undefined where the caller has none. */
  readonly findProcess?: (name: string) => ProcessFacts | undefined
}

/** Judged by the rules of everyday work; otherwise by the closed list of `strict`. */
export const isEveryday = ({ mode = 'strict' }: Facts): boolean => mode !== 'strict'

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

export const highestRisk = (findings: readonly Finding[]): Risk =>
  findings.reduce<Risk>((highest, { risk }) => (isRiskAbove(risk, highest) ? risk : highest), 'LOW')

export function rate(findings: readonly Finding[], network = false): Rated {
  // No finding means that no judge looked at the call: never LOW.
  const all = findings.length === 0 ? [UNJUDGED] : findings
  return { risk: highestRisk(all), findings: all, network }
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
