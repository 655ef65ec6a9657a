// The judgement of a call: what its tool finds, then what the rules say. Server, runner, stdio and `countersign policy check`
// differ only in the guard that they hand in. Pure: no clock, no disk.
import { type CallSubject, decidingRule, type Facts, isRefused, type Policy, type Refused, type Rule } from '@countersign/policy'
import { ERROR_CODES, type ErrorCode, Failure, failureSentence, type Preview, type Risk } from '@countersign/protocol'
import type * as z from 'zod'
import type { CallClass, Tool } from '../define-tool.ts'
import type { Power } from '../hosts/powers.ts'

/** Everything that a judgement depends on besides the call. */
export interface Guard extends Omit<Facts, 'extraCommands'> {
  /** The server's policy file. */
  readonly policy: Pick<Policy, 'rules' | 'extraCommands'>
  /** The runner's own rules: they deny or ask, and never allow. */
  readonly runnerRules?: readonly Rule[] | undefined
}

export interface CallJudgement {
  readonly risk: Risk
  /** For the operator: what the tool found, and which rules ask. */
  readonly reasons: readonly string[]
  readonly network: boolean
  /** What one answer may cover, the narrowest first. */
  readonly classes: readonly CallClass[]
  /** The rule of the policy file that asks or allows; a rule that denies is a refusal. */
  readonly rule: Rule | undefined
  /** One entry for each rule that asks, the runner's first: only a person's own answer clears such a call. */
  readonly asks: readonly string[]
  /** What rules look at: requested and resolved names, and commands. */
  readonly subject: CallSubject
  /** The files that it names, as it names them. */
  readonly paths: readonly string[]
  /** What a question shows to the operator. */
  readonly shown?: Preview
}

/** A guard that cannot decide never allows: whatever is thrown is a refusal. */
export function judgeInput<Schema extends z.ZodObject, Output extends z.ZodObject, Uses extends Power>(
  tool: Tool<Schema, Output, Uses>,
  input: z.output<Schema>,
  { policy, runnerRules = [], ...facts }: Guard,
): CallJudgement | Refused {
  try {
    const all: Facts = { ...facts, extraCommands: policy.extraCommands }
    const judgement = tool.judge(input, all)
    if (isRefused(judgement)) return judgement
    const { paths, ...commands } = tool.concerns(input, all)
    const subject = { tool: tool.name, paths: withResolved(paths, all), ...commands }
    const own = decidingRule(runnerRules, subject)
    const rule = decidingRule(policy.rules, subject)
    if (own?.do === 'deny') return refuseCall('POLICY_DENIED', describeRule(own, RUNNER))
    if (rule?.do === 'deny') return refuseCall('POLICY_DENIED', describeRule(rule))
    const { risk, network, findings } = judgement
    const reasons = findings.map(({ reason }) => reason)
    const rated = { risk, network, paths, subject, classes: tool.classesOf?.(input, all) ?? [] }
    // The operator is asked in any case: only a rule that denies means anything for a question.
    if (tool.question) return { ...rated, reasons, rule: undefined, asks: [], shown: tool.question.show(input) }
    return { ...rated, reasons: [...reasons, ...reasonsOf(own, rule)], rule, asks: asksOf(own, rule) }
  } catch (error) {
    if (error instanceof Failure) return { refusal: { code: error.code, message: error.message, advice: ERROR_CODES[error.code].advice } }
    return refuseCall('INVALID_ARGUMENTS', `the call could not be judged (${error instanceof Error ? error.message : typeof error})`)
  }
}

export const refuseCall = (code: ErrorCode, subject: string): Refused => ({
  refusal: { code, message: failureSentence(code, subject), advice: ERROR_CODES[code].advice },
})

function withResolved(paths: readonly string[], { resolve }: Facts): readonly string[] {
  const resolved = paths.flatMap((path) => {
    const found = resolve?.(path)
    return found && 'path' in found ? [found.path] : []
  })
  return [...new Set([...paths, ...resolved])]
}

const RUNNER = ' of this runner'

const describeRule = ({ why, name }: Rule, origin = ''): string => `${why} (rule "${name}"${origin})`

const asksOf = (own: Rule | undefined, rule: Rule | undefined): string[] => [
  ...(own ? [describeRule(own, RUNNER)] : []),
  ...(rule?.do === 'ask' ? [describeRule(rule)] : []),
]

const reasonsOf = (own: Rule | undefined, rule: Rule | undefined): string[] => [
  ...(own ? [describeRule(own, RUNNER)] : []),
  ...(rule?.do === 'ask' ? [`Rule "${rule.name}" asks: ${rule.why}`] : []),
]
