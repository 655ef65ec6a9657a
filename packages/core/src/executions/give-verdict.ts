// What would happen to a call if it were made: the same judgement, given as one word with its reasons.
import type { Refused } from '@countersign/policy'
import { inEnglish, type Risk, type Sentence, sentence, visibleSentence } from '@countersign/protocol'
import { type Guard, type JudgedCall, judgeCall, type Reading } from '@countersign/tools'
import { findClearance } from '../grants/cover-call.ts'

export interface Verdict {
  readonly decision: 'allow' | 'ask' | 'deny'
  readonly risk: Risk | null
  readonly code?: string
  readonly reasons: string[]
  readonly reasons_forms: Sentence[]
  readonly network?: boolean
  /** The call in one sentence. */
  readonly description?: string
  readonly description_form?: Sentence
}

/** Without grants: they belong to a session, and a verdict does not. */
export const giveVerdict = (toolName: string, params: Record<string, unknown>, guard: Guard & Reading): Verdict =>
  describeVerdict(judgeCall(toolName, params, guard))

export function describeVerdict(judged: JudgedCall | Refused): Verdict {
  if ('refusal' in judged) {
    const { code, messageForm, adviceForm } = judged.refusal
    return { decision: 'deny', risk: null, code, ...inWords([messageForm, adviceForm]) }
  }
  const title = visibleSentence(judged.ask())
  const rated = { risk: judged.risk, network: judged.network, description: inEnglish(title), description_form: title }
  if (judged.shown) return { ...rated, decision: 'ask', ...inWords([...judged.reasons, sentence('reason.question')]) }
  const by = findClearance(judged, [])
  return { ...rated, decision: by ? 'allow' : 'ask', ...inWords([...judged.reasons, ...reasonOfRule(judged.rule, by !== undefined)]) }
}

function reasonOfRule(rule: JudgedCall['rule'], reaches: boolean): Sentence[] {
  if (rule?.do !== 'allow') return []
  return [sentence(reaches ? 'reason.rule-allows' : 'reason.rule-does-not-reach', { rule: rule.name, why: rule.why })]
}

const inWords = (reasons: Sentence[]): Pick<Verdict, 'reasons' | 'reasons_forms'> => ({
  reasons: reasons.map(inEnglish),
  reasons_forms: reasons,
})
