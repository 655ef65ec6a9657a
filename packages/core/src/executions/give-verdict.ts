// What would happen to a call if it were made: the same judgement, given as one word with its reasons.
import type { Refused } from '@countersign/policy'
import { inEnglish, type Mode, type Risk, type Sentence, sentence, visibleSentence } from '@countersign/protocol'
import { type Guard, type JudgedCall, judgeCall, POWERS, type Power, type Reading } from '@countersign/tools'
import { findClearance } from '../grants/cover-call.ts'

export interface Verdict {
  /** `rehearse`: it would run in a layer of its session, and be reviewed before it reaches the workspace. */
  readonly decision: 'allow' | 'rehearse' | 'ask' | 'deny'
  /** The mode that it was judged in. */
  readonly mode?: Mode
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
  describeVerdict(judgeCall(toolName, params, guard), guard.mode)

export function describeVerdict(judged: JudgedCall | Refused, mode: Mode = 'strict'): Verdict {
  if ('refusal' in judged) {
    const { code, messageForm, adviceForm } = judged.refusal
    return { decision: 'deny', mode, risk: null, code, ...inWords([messageForm, adviceForm]) }
  }
  const title = visibleSentence(judged.ask())
  const rated = { mode, risk: judged.risk, network: judged.network, description: inEnglish(title), description_form: title }
  if (judged.shown) return { ...rated, decision: 'ask', ...inWords([...judged.reasons, sentence('reason.question')]) }
  const by = findClearance(judged, [])
  const asked = mode === 'rehearse' && runsInLayer(judged) ? 'rehearse' : 'ask'
  return { ...rated, decision: by ? 'allow' : asked, ...inWords([...judged.reasons, ...reasonOfRule(judged.rule, by !== undefined)]) }
}

/**
 * The order of judgement in `rehearse`: refusals, deny rules, ask rules, allow rules, grants and LOW have had their say; of what is left, a
 * layer takes what needs nothing but the workspace.
 */
export const runsInLayer = ({ needs, network, asks, tool }: JudgedCall): boolean =>
  needs.length === 0 && !network && asks.length === 0 && !tool.uses.some(reachesBeyondLayer)

/** A layer holds files and the commands that end by themselves: no repository, no process that stays, no undo of what has landed. */
function reachesBeyondLayer(power: Power): boolean {
  const { port, acts } = POWERS[power]
  return port === 'persistent' || port === 'undo' || (port === 'git' && acts.length > 0)
}

function reasonOfRule(rule: JudgedCall['rule'], reaches: boolean): Sentence[] {
  if (rule?.do !== 'allow') return []
  return [sentence(reaches ? 'reason.rule-allows' : 'reason.rule-does-not-reach', { rule: rule.name, why: rule.why })]
}

const inWords = (reasons: Sentence[]): Pick<Verdict, 'reasons' | 'reasons_forms'> => ({
  reasons: reasons.map(inEnglish),
  reasons_forms: reasons,
})
