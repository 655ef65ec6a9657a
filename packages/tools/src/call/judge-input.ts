// The judgement of a call: what its tool finds, then what the rules say. Server, runner, stdio and `countersign policy check`
// differ only in the guard that they hand in. Pure: no clock, no disk.
import { type CallSubject, decidingRule, type Facts, isRefused, type Policy, type Refused, type Rule, refusalOf } from '@countersign/policy'
import { type ErrorCode, Failure, failureForm, type Preview, type Risk, type Sentence, sentence } from '@countersign/protocol'
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
  readonly reasons: readonly Sentence[]
  readonly network: boolean
  /** What one answer may cover, the narrowest first. */
  readonly classes: readonly CallClass[]
  /** The rule of the policy file that asks or allows; a rule that denies is a refusal. */
  readonly rule: Rule | undefined
  /** One entry for each rule that asks, the runner's first: only a person's own answer clears such a call. */
  readonly asks: readonly Sentence[]
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
    if (own?.do === 'deny') return refuseCall('POLICY_DENIED', describeRule(own, 'subject.denied-by-runner-rule'))
    if (rule?.do === 'deny') return refuseCall('POLICY_DENIED', describeRule(rule))
    const { risk, network, findings } = judgement
    const reasons = findings.map((finding) => finding.sentence)
    const rated = { risk, network, paths, subject, classes: tool.classesOf?.(input, all) ?? [] }
    // The operator is asked in any case: only a rule that denies means anything for a question.
    if (tool.question) return { ...rated, reasons, rule: undefined, asks: [], shown: tool.question.show(input) }
    return { ...rated, reasons: [...reasons, ...reasonsOf(own, rule)], rule, asks: asksOf(own, rule) }
  } catch (error) {
    if (error instanceof Failure) return { refusal: refusalOf(error.code, error.messageForm) }
    const problem = error instanceof Error ? error.message : typeof error
    return refuseCall('INVALID_ARGUMENTS', sentence('subject.call-not-judged', { problem }))
  }
}

export const refuseCall = (code: ErrorCode, subject: string | Sentence): Refused => ({
  refusal: refusalOf(code, failureForm(code, subject)),
})

function withResolved(paths: readonly string[], { resolve }: Facts): readonly string[] {
  const resolved = paths.flatMap((path) => {
    const found = resolve?.(path)
    return found && 'path' in found ? [found.path] : []
  })
  return [...new Set([...paths, ...resolved])]
}

type RuleForm = 'subject.denied-by-rule' | 'subject.denied-by-runner-rule'

const describeRule = ({ why, name }: Rule, form: RuleForm = 'subject.denied-by-rule'): Sentence => sentence(form, { why, rule: name })

const asksOf = (own: Rule | undefined, rule: Rule | undefined): Sentence[] => [
  ...(own ? [describeRule(own, 'subject.denied-by-runner-rule')] : []),
  ...(rule?.do === 'ask' ? [describeRule(rule)] : []),
]

const reasonsOf = (own: Rule | undefined, rule: Rule | undefined): Sentence[] => [
  ...(own ? [describeRule(own, 'subject.denied-by-runner-rule')] : []),
  ...(rule?.do === 'ask' ? [sentence('reason.rule-asks', { rule: rule.name, why: rule.why })] : []),
]
