// Apply the selected hunks, or cancel. High risk needs a tick; keys move from hunk to hunk.
import { Check, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { showsAll } from '../../mirror/state/waiting.ts'
import { useShortcut } from '../../shared/browser/shortcuts.ts'
import { AnswerButton } from '../../shared/controls/answer-button.tsx'
import { AnswerBar } from '../answer/answer-bar.tsx'
import { useAnswer } from '../answer/use-answer.ts'
import { useFirstFocus } from '../answer/use-first-focus.ts'
import { useReady } from '../answer/use-ready.ts'
import { HighTick } from '../parts/high-tick.tsx'
import { HunkKeys } from '../parts/hunk-keys.tsx'
import { useDraft, useIsAlone } from '../state/approval-queue.ts'
import { reviewAnswerOf } from '../state/draft.ts'
import { needsTick } from './review-choice.ts'
import type { ReviewProps } from './review-props.ts'

export interface ReviewAnswersProps extends ReviewProps {
  readonly chosen: ReadonlySet<number>
}

export function ReviewAnswers({ waiting, hasKeys, place, preview, chosen }: ReviewAnswersProps) {
  const { t } = useTranslation()
  const draft = useDraft(waiting.id)
  const { answer } = useAnswer(waiting)
  const isReady = useReady(waiting, `${place} ${waiting.digest} ${showsAll(waiting)} ${[...chosen].join()} ${draft.coverHigh}`)
  const mustTick = needsTick(preview, chosen)
  const canApply = isReady && showsAll(waiting) && chosen.size > 0 && (!mustTick || draft.coverHigh)
  const focus = useFirstFocus(hasKeys, place)
  const isAlone = useIsAlone() && hasKeys
  const cancel = () => isReady && answer(reviewAnswerOf(draft, 'cancel', chosen))
  const apply = () => canApply && answer(reviewAnswerOf(draft, 'apply', chosen))
  return (
    <AnswerBar waiting={waiting}>
      <AnswerButton ref={focus} kind="danger" isReady={isReady} onAnswer={cancel}>
        <X size={16} aria-hidden />
        {t('review.cancel')}
      </AnswerButton>
      <AnswerButton kind="primary" isReady={canApply} onAnswer={apply}>
        <Check size={16} aria-hidden />
        {t('review.apply', { count: chosen.size, total: preview.chunks_total })}
      </AnswerButton>
      {mustTick && <HighTick id={waiting.id} />}
      {isAlone && <HunkKeys />}
      {isAlone && <ReviewKeys onApply={apply} onCancel={cancel} />}
    </AnswerBar>
  )
}

function ReviewKeys({ onApply, onCancel }: { readonly onApply: () => void; readonly onCancel: () => void }) {
  const { t } = useTranslation()
  const group = t('review.title')
  useShortcut({ keys: 'a', label: t('review.keys.apply'), group, inEmptyField: true, run: onApply })
  useShortcut({ keys: 'r', label: t('review.keys.cancel'), group, inEmptyField: true, run: onCancel })
  return null
}
