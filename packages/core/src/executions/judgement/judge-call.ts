// The verdict on a call: the tool's schema, then its judgement, then the rules. Pure apart from what is handed in.
import { decidingRule, type Facts, type Judgement, type Policy, type Refusal, type Rule } from '@countersign/policy'
import { ERROR_CODES, type ErrorCode, Failure, failureSentence, type Preview, type Risk } from '@countersign/protocol'
import { type AnyTool, type CallClass, findTool, subjectOfCall } from '@countersign/tools'
import { readInput } from './read-input.ts'

export interface JudgedCall {
  readonly tool: AnyTool
  /** As the schema reads it: defaults filled in, references still in place where nobody judges their text. */
  readonly input: Record<string, unknown>
  readonly risk: Risk
  readonly reasons: readonly string[]
  readonly network: boolean
  /** What one answer may cover, the narrowest first. */
  readonly classes: readonly CallClass[]
  /** The rule of the policy file that asks or allows; a deny is a refusal. */
  readonly rule: Rule | undefined
  /** What a question shows to the operator. */
  readonly shown?: Preview
}

export interface RefusedCall {
  readonly refusal: Refusal
}

/** Everything that a verdict depends on besides the call. */
export interface Guard extends Facts {
  readonly policy: Policy
  /** Set where the person calls: the tools that only the person may call exist then. */
  readonly byOperator?: boolean
  /** By parameter, the text of large values that the judgement needs; a Failure where it is none that can be judged. */
  readonly texts?: Readonly<Record<string, string | Failure>>
}

export function judgeCall(toolName: string, params: Record<string, unknown>, guard: Guard): JudgedCall | RefusedCall {
  const tool = findTool(toolName)
  if (!tool || (tool.forOperator && !guard.byOperator)) return refusal('TOOL_NOT_FOUND', toolName)
  const read = readInput(tool, params, guard.texts)
  if ('code' in read) return refusal(read.code, read.subject)
  const { parsed, input } = read
  try {
    const facts: Facts = { ...guard, extraCommands: guard.policy.extraCommands }
    const judgement = tool.judge(parsed, facts)
    if ('refusal' in judgement) return judgement
    const call = { tool, input, classes: tool.classesOf?.(parsed, facts) ?? [] }
    const judged = applyRules(call, judgement, decidingRule(guard.policy.rules, subjectOfCall(tool, parsed, facts)))
    return tool.question && 'tool' in judged ? asQuestion(judged, tool.question.show(input)) : judged
  } catch (error) {
    // A guard that cannot decide never allows.
    if (error instanceof Failure) return { refusal: { code: error.code, message: error.message, advice: ERROR_CODES[error.code].advice } }
    return refusal('INVALID_ARGUMENTS', `the call could not be judged (${error instanceof Error ? error.message : typeof error})`)
  }
}

/** The operator is asked in any case: only a rule that denies means anything for a question. */
const asQuestion = (judged: JudgedCall, shown: Preview): JudgedCall => ({ ...judged, rule: undefined, shown })

type Unrated = Pick<JudgedCall, 'tool' | 'input' | 'classes'>

function applyRules(call: Unrated, judgement: Exclude<Judgement, { refusal: unknown }>, rule: Rule | undefined): JudgedCall | RefusedCall {
  if (rule?.do === 'deny') return refusal('POLICY_DENIED', `${rule.why} (rule "${rule.name}")`)
  const reasons = judgement.findings.map((finding) => finding.reason)
  if (rule?.do === 'ask' && !call.tool.question) reasons.push(`Rule "${rule.name}" asks: ${rule.why}`)
  return { ...call, risk: judgement.risk, reasons, network: judgement.network, rule }
}

const refusal = (code: ErrorCode, subject: string): RefusedCall => ({
  refusal: { code, message: failureSentence(code, subject), advice: ERROR_CODES[code].advice },
})
