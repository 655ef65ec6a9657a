// What would happen to a call that is not made: the same judgement, told in one word with its reasons.
import { makeVisible, type Refused } from '@countersign/policy'
import type { Risk } from '@countersign/protocol'
import { type Guard, type JudgedCall, judgeCall, type Reading } from '@countersign/tools'
import { coveredBy } from './covered-by.ts'

export interface Verdict {
  readonly decision: 'allow' | 'ask' | 'deny'
  readonly risk: Risk | null
  readonly code?: string
  readonly reasons: string[]
  readonly network?: boolean
  /** The call in one sentence. */
  readonly description?: string
}

/** Without grants: those belong to a session, and a verdict does not. */
export const verdictOf = (toolName: string, params: Record<string, unknown>, guard: Guard & Reading): Verdict =>
  verdictOfJudged(judgeCall(toolName, params, guard))

export function verdictOfJudged(judged: JudgedCall | Refused): Verdict {
  if ('refusal' in judged)
    return { decision: 'deny', risk: null, code: judged.refusal.code, reasons: [judged.refusal.message, judged.refusal.advice] }
  const told = { risk: judged.risk, network: judged.network, description: makeVisible(judged.ask()) }
  if (judged.shown) return { ...told, decision: 'ask', reasons: [...judged.reasons, 'It is a question: the answer is its result'] }
  const by = coveredBy(judged, [])
  const reasons = [...judged.reasons]
  if (judged.rule?.do === 'allow')
    reasons.push(`Rule "${judged.rule.name}" ${by ? 'allows' : 'does not reach this risk'}: ${judged.rule.why}`)
  return { ...told, decision: by ? 'allow' : 'ask', reasons }
}
