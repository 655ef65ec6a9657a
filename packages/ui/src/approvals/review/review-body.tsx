// A patch reviewed hunk by hunk: which are selected, comments on them, and the result that will be applied.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Reasons } from '../../calls/reasons.tsx'
import { Button } from '../../shared/controls/button.tsx'
import { DiffModeSwitch } from '../../shared/diff/diff-mode-switch.tsx'
import { CommentField } from '../parts/comment-field.tsx'
import { MaskedNotice } from '../parts/masked-notice.tsx'
import { changeDraft, useDraft } from '../state/approval-queue.ts'
import { AgentWords } from './agent-words.tsx'
import { ReviewAnswers } from './review-answers.tsx'
import { allNumbers, firstChoice } from './review-choice.ts'
import { ReviewFileCard } from './review-file.tsx'
import type { ReviewProps } from './review-props.ts'
import { ReviewResult } from './review-result.tsx'

export function ReviewBody({ waiting, hasKeys, place, preview }: ReviewProps) {
  const { t } = useTranslation()
  const [isResult, setResult] = useState(false)
  const chosen = useDraft(waiting.id).chosen ?? firstChoice(preview)
  const choose = (numbers: ReadonlySet<number>) => changeDraft(waiting.id, { chosen: numbers })
  return (
    <div className="flex flex-col gap-3 px-3">
      {preview.message !== undefined && preview.message !== '' && <AgentWords agent={waiting.agent} text={preview.message} />}
      <Reasons judged={waiting} />
      <MaskedNotice waiting={waiting} />
      <div className="flex flex-wrap items-center gap-2">
        <span role="status" className="text-sm font-medium">
          {t('review.chosen', { chosen: chosen.size, total: preview.chunks_total })}
        </span>
        <Button onClick={() => choose(new Set(allNumbers(preview)))}>{t('review.all')}</Button>
        <Button onClick={() => choose(new Set())}>{t('review.none')}</Button>
        <span className="ml-auto flex items-center gap-2">
          <Button aria-pressed={isResult} onClick={() => setResult(!isResult)}>
            {isResult ? t('review.showHunks') : t('review.showResult')}
          </Button>
          <DiffModeSwitch />
        </span>
      </div>
      {isResult ? (
        <ReviewResult preview={preview} chosen={chosen} />
      ) : (
        preview.files.map((file) => (
          <ReviewFileCard key={`${file.from ?? ''}>${file.path}`} id={waiting.id} file={file} chosen={chosen} onChoose={choose} />
        ))
      )}
      <CommentField id={waiting.id} hasKeys={hasKeys} />
      <ReviewAnswers waiting={waiting} hasKeys={hasKeys} place={place} preview={preview} chosen={chosen} />
    </div>
  )
}
