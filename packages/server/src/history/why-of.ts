// Why a call ran, or why it did not: who or what said so, in one sentence.
import { type Approval, type Execution, type Grant, LOW_RISK_RULE } from '@countersign/protocol'

export interface Known {
  readonly approval: Approval | null
  readonly grant: Grant | null
  /** Of the rule that cleared it, if it is still in force. */
  readonly ruleWhy: string | undefined
}

export function whyOf(execution: Execution, known: Known): string {
  return execution.cleared_by ? whyCleared(execution, execution.cleared_by, known) : whyNot(execution, known.approval)
}

function whyCleared({ undone_by }: Execution, by: NonNullable<Execution['cleared_by']>, { approval, grant, ruleWhy }: Known): string {
  const undone = undone_by ? ' It was undone later.' : ''
  if (by.kind === 'grant')
    return `A standing answer of ${grant?.user_id ?? 'the operator'} covers it${grant ? `: ${grant.covers}` : ''}.${undone}`
  if (by.kind === 'parent') return `The program that started the runner allowed it.${undone}`
  if (by.kind === 'person') {
    if (!by.approval_id) return `${by.user_id} did it.${undone}`
    const edited = approval?.decision?.edited_params ? ' with other parameters' : ''
    return `${by.user_id} approved it${edited}${said(approval?.decision?.comment)}.${undone}`
  }
  if (by.rule === LOW_RISK_RULE) return `It is LOW risk, which runs without asking.${undone}`
  return `The rule "${by.rule}" of the policy file allows it${ruleWhy ? `: ${ruleWhy}` : ''}.${undone}`
}

function whyNot({ status, error }: Execution, approval: Approval | null): string {
  const { decision } = approval ?? {}
  if (status === 'rejected') return `${decision?.by ?? 'The operator'} said no${said(decision?.reason)}.`
  if (status === 'timeout') return 'Nobody answered in time.'
  if (status === 'awaiting_approval') return 'It waits for an answer.'
  if (status === 'pending') return 'It waits for the runner, which shows what it would change.'
  if (status === 'completed') return whoAnswered(decision ?? null)
  return `It never ran: ${error ?? status}`
}

function whoAnswered(decision: Approval['decision']): string {
  const { answered_by } = decision ?? {}
  if (answered_by) return `It was answered at the agent's own client (${answered_by.client}), not by the operator.`
  return `${decision?.by ?? 'The operator'} answered the question.`
}

const said = (words: string | null | undefined): string => (words ? `, saying “${words}”` : '')
