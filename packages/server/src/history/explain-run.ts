// Explains in one sentence who or what decided that a call ran or did not run.
import { type Approval, type Execution, type Grant, LOW_RISK_RULE, type Sentence, sentence } from '@countersign/protocol'

export interface KnownAbout {
  readonly approval: Approval | null
  readonly grant: Grant | null
  /** The reason given in the rule that allowed the call, if the rule is still in force. */
  readonly ruleWhy: string | undefined
}

export function explainRun(execution: Execution, known: KnownAbout): Sentence {
  if (!execution.cleared_by) return explainNotRun(execution, known.approval)
  const why = explainCleared(execution.cleared_by, known)
  return execution.undone_by ? sentence('why.undone', { why }) : why
}

function explainCleared(by: NonNullable<Execution['cleared_by']>, { approval, grant, ruleWhy: why }: KnownAbout): Sentence {
  if (by.kind === 'grant') return explainGrant(grant)
  if (by.kind === 'parent') return sentence('why.parent')
  if (by.kind === 'person') return by.approval_id ? explainApproved(by.user_id, approval) : sentence('why.did', { who: by.user_id })
  if (by.rule === LOW_RISK_RULE) return sentence('why.low')
  return why ? sentence('why.rule', { rule: by.rule, why }) : sentence('why.rule-alone', { rule: by.rule })
}

const explainGrant = (grant: Grant | null): Sentence =>
  grant
    ? sentence('why.grant', { who: grant.user_id, covers: grant.covers_form ?? grant.covers })
    : sentence('why.grant-alone', { who: sentence('part.operator') })

function explainApproved(who: string, approval: Approval | null): Sentence {
  const { comment: words, edited_params, kept } = approval?.decision ?? {}
  const edited = kept ? 'why.approved-part' : 'why.approved-edited'
  const form = edited_params ? edited : 'why.approved'
  return words ? sentence(`${form}-saying`, { who, words }) : sentence(form, { who })
}

function explainNotRun({ status, error, error_details }: Execution, approval: Approval | null): Sentence {
  const decision = approval?.decision ?? null
  if (status === 'rejected') return explainRejected(decision)
  if (status === 'timeout') return sentence('why.nobody-answered')
  if (status === 'awaiting_approval') return sentence('why.waits-for-answer')
  if (status === 'pending') return sentence('why.waits-for-runner')
  if (status === 'completed') return explainAnswered(decision)
  return sentence('why.never-ran', { error: error_details?.form ?? error ?? status })
}

function explainRejected(decision: Approval['decision']): Sentence {
  const who = nameOf(decision)
  return decision?.reason ? sentence('why.rejected-saying', { who, words: decision.reason }) : sentence('why.rejected', { who })
}

const explainAnswered = (decision: Approval['decision']): Sentence =>
  decision?.answered_by
    ? sentence('why.answered-at-client', { client: decision.answered_by.client })
    : sentence('why.answered', { who: nameOf(decision) })

const nameOf = (decision: Approval['decision']): string | Sentence => decision?.by ?? sentence('part.operator-first')
