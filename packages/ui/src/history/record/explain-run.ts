// Why a call ran or did not, told to the person who answered it ("You approved it"). Undefined where the server's own sentence says
// as much.
import { LOW_RISK_RULE } from '@countersign/protocol'
import type { TFunction } from 'i18next'
import type { Form } from '../../sentences/use-render-sentence.ts'
import type { CallRecord } from './call-record.ts'

export interface Words {
  readonly t: TFunction
  /** Renders a sentence of the server in the person's language. */
  readonly render: (text: string, form: Form) => string
}

export function explainRun(record: CallRecord, words: Words): string | undefined {
  const { execution, approval, grant } = record
  const { t, render } = words
  const by = execution.cleared_by
  if (!by) return whyNot(record, words)
  if (by.kind === 'grant' && grant) return t('history.why.grant', { covers: render(grant.covers, grant.covers_form) })
  if (by.kind === 'rule' && by.rule === LOW_RISK_RULE) return t('history.why.lowRisk')
  if (by.kind !== 'person') return undefined
  if (!by.approval_id) return t('history.why.own')
  const { comment, edited_params, kept } = approval?.decision ?? {}
  const edited = kept ? t('history.why.approvedPart') : t('history.why.approvedEdited')
  const approved = edited_params ? edited : t('history.why.approved')
  return comment ? `${approved} ${t('history.why.saying', { words: comment })}` : approved
}

function whyNot({ execution: { status, error, error_form }, approval }: CallRecord, { t, render }: Words): string | undefined {
  const { reason, answered_by } = approval?.decision ?? {}
  switch (status) {
    case 'rejected':
      return reason ? `${t('history.why.rejected')} ${t('history.why.saying', { words: reason })}` : t('history.why.rejected')
    case 'timeout':
      return t('history.why.timeout')
    case 'awaiting_approval':
      return t('history.why.waiting')
    case 'completed':
      return answered_by ? t('history.why.answeredAtClient', { client: answered_by.client }) : t('history.why.answered')
    case 'failed':
      return error ? t('history.why.refused', { error: render(error, error_form) }) : undefined
    default:
      return undefined
  }
}
