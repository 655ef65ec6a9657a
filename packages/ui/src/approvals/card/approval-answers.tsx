// Approve, reject, or edit first. Reject has the focus; no answer counts before the person could have seen the card.
import { Check, Pencil, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { showsAll } from '../../mirror/state/waiting.ts'
import { useShortcut } from '../../shared/browser/shortcuts.ts'
import { AnswerButton } from '../../shared/controls/answer-button.tsx'
import { Button } from '../../shared/controls/button.tsx'
import { AnswerBar } from '../answer/answer-bar.tsx'
import { useAnswer } from '../answer/use-answer.ts'
import { useFirstFocus } from '../answer/use-first-focus.ts'
import { useReady } from '../answer/use-ready.ts'
import { startEdit } from '../edit/start-edit.ts'
import type { Verdict } from '../edit/use-verdict.ts'
import type { BodyProps } from '../parts/body-props.ts'
import { HighTick } from '../parts/high-tick.tsx'
import { HunkKeys } from '../parts/hunk-keys.tsx'
import { changeDraft, useDraft, useIsAlone } from '../state/approval-queue.ts'
import { editedParams, keepsAny, keepsPart } from '../state/draft.ts'
import { choicesOf } from '../state/part-choice.ts'

export interface ApprovalAnswersProps extends BodyProps {
  readonly verdict: Verdict
}

export function ApprovalAnswers({ waiting, hasKeys, place, verdict }: ApprovalAnswersProps) {
  const { t } = useTranslation()
  const draft = useDraft(waiting.id)
  const { approve, reject } = useAnswer(waiting)
  const { edit, scopeIndex, coverHigh, never, dropped } = draft
  const isPart = keepsPart(draft, waiting)
  const mustTick = isPart && keepsAny(draft, waiting) && waiting.risk_level === 'HIGH'
  const isWhole = showsAll(waiting)
  const shown = [waiting.digest, isWhole, scopeIndex, coverHigh, never?.scope, never?.class, edit?.text ?? '', [...dropped].join()]
  const ready = useReady(waiting, `${place} ${shown.join(' ')}`)
  const isEdited = editedParams(draft, waiting) !== undefined
  const isValid = edit === null || (edit.params !== undefined && (!isEdited || verdict.isAllowed))
  const canApprove = ready && isWhole && isValid && keepsAny(draft, waiting) && (!mustTick || coverHigh)
  const focus = useFirstFocus(hasKeys, place)
  const isAlone = useIsAlone() && hasKeys
  const beginEdit = () => edit === null && isWhole && changeDraft(waiting.id, { edit: startEdit(waiting.tool_params) })
  const no = () => ready && reject()
  const yes = () => canApprove && approve()
  return (
    <AnswerBar waiting={waiting}>
      <AnswerButton ref={focus} kind="danger" isReady={ready} onAnswer={no}>
        <X size={16} aria-hidden />
        {never ? t('approvals.rejectForGood') : t('approvals.reject')}
      </AnswerButton>
      <AnswerButton kind="primary" isReady={canApprove} onAnswer={yes}>
        <Check size={16} aria-hidden />
        {t(approveLabel(isEdited, isPart))}
      </AnswerButton>
      {edit === null && (
        <Button kind="quiet" disabled={!isWhole} onClick={beginEdit}>
          <Pencil size={14} aria-hidden />
          {t('approvals.edit.start')}
        </Button>
      )}
      {mustTick && <HighTick id={waiting.id} />}
      {!keepsAny(draft, waiting) && (
        <span role="status" className="text-sm text-muted">
          {t('approvals.part.nothing')}
        </span>
      )}
      {isAlone && choicesOf(waiting).length > 0 && <HunkKeys />}
      {isAlone && <AnswerKeys onApprove={yes} onReject={no} onEdit={beginEdit} />}
    </AnswerBar>
  )
}

const approveLabel = (isEdited: boolean, isPart: boolean) => {
  if (isPart) return 'approvals.part.approve'
  return isEdited ? 'approvals.approveEdited' : 'approvals.approve'
}

interface AnswerKeysProps {
  readonly onApprove: () => void
  readonly onReject: () => void
  readonly onEdit: () => void
}

function AnswerKeys({ onApprove, onReject, onEdit }: AnswerKeysProps) {
  const { t } = useTranslation()
  const group = t('approvals.title')
  useShortcut({ keys: 'a', label: t('approvals.keys.approve'), group, inEmptyField: true, run: onApprove })
  useShortcut({ keys: 'r', label: t('approvals.keys.reject'), group, inEmptyField: true, run: onReject })
  useShortcut({ keys: 'e', label: t('approvals.keys.edit'), group, inEmptyField: true, run: onEdit })
  return null
}
