// The verdict on the edit so far: its risk with reasons, a refusal, and whether it needs a new approval.
import { useTranslation } from 'react-i18next'
import { Reasons } from '../../calls/reasons.tsx'
import { RiskMark } from '../../calls/risk-mark.tsx'
import { useCallTitle } from '../../calls/use-call-title.ts'
import type { Waiting } from '../../mirror/state/waiting.ts'
import { useErrorText } from '../../sentences/use-error-text.ts'
import { VisibleText } from '../../shared/text/visible-text.tsx'
import { useDraft } from '../state/approval-queue.ts'
import { editedParams } from '../state/draft.ts'
import type { Verdict } from './use-verdict.ts'

export interface VerdictViewProps {
  readonly waiting: Waiting
  readonly verdict: Verdict
}

export function VerdictView({ waiting, verdict: { reply, problem } }: VerdictViewProps) {
  const { t } = useTranslation()
  const draft = useDraft(waiting.id)
  const titleOf = useCallTitle()
  const errorText = useErrorText()
  if (draft.edit?.params === undefined) return null
  if (editedParams(draft, waiting) === undefined) return <p className="text-sm text-muted">{t('approvals.edit.unchanged')}</p>
  if (problem !== undefined) return <p className="text-sm text-high">{errorText(problem)}</p>
  if (!reply) return <p className="text-sm text-muted">{t('approvals.edit.checking')}</p>
  const title = titleOf({ tool_name: waiting.tool_name, description: reply.description ?? '', description_form: reply.description_form })
  return (
    <div role="status" className="flex flex-col gap-1 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        {reply.risk && <RiskMark risk={reply.risk} />}
        <span className={reply.decision === 'deny' ? 'font-medium text-high' : ''}>
          {reply.decision === 'deny' ? t('approvals.edit.denied') : <VisibleText text={title} />}
        </span>
      </p>
      <Reasons judged={reply} />
      {reply.needs_new_approval && <p className="text-medium">{t('approvals.edit.asksAgain')}</p>}
    </div>
  )
}
