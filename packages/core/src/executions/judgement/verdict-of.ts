// What would happen to a call that is not made: the same judgement, told in one word with its reasons.
import type { Risk } from '@countersign/protocol'
import { coveredBy } from './covered-by.ts'
import { type Guard, judgeCall } from './judge-call.ts'

export interface Verdict {
  readonly decision: 'allow' | 'ask' | 'deny'
  readonly risk: Risk | null
  readonly code?: string
  readonly reasons: string[]
}

/** Without grants: those belong to a session, and a verdict does not. */
export function verdictOf(toolName: string, params: Record<string, unknown>, guard: Guard): Verdict {
  const judged = judgeCall(toolName, params, guard)
  if ('refusal' in judged)
    return { decision: 'deny', risk: null, code: judged.refusal.code, reasons: [judged.refusal.message, judged.refusal.advice] }
  if (judged.shown)
    return { decision: 'ask', risk: judged.risk, reasons: [...judged.reasons, 'It is a question: the answer is its result'] }
  const by = coveredBy(judged, [])
  const reasons = [...judged.reasons]
  if (judged.rule?.do === 'allow')
    reasons.push(`Rule "${judged.rule.name}" ${by ? 'allows' : 'does not reach this risk'}: ${judged.rule.why}`)
  return { decision: by ? 'allow' : 'ask', risk: judged.risk, reasons }
}
