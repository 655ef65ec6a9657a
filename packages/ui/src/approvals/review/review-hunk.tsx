// One hunk: its checkbox, its lines, and a comment.
import { useTranslation } from 'react-i18next'
import { DiffLines } from '../../shared/diff/diff-lines.tsx'
import { HunkComment } from '../parts/hunk-comment.tsx'
import type { ReviewFile } from './review-choice.ts'

export interface ReviewHunkProps {
  readonly id: string
  readonly file: ReviewFile
  readonly hunk: ReviewFile['hunks'][number]
  readonly isChosen: boolean
  readonly onToggle: () => void
}

export function ReviewHunk({ id, file, hunk, isChosen, onToggle }: ReviewHunkProps) {
  const { t } = useTranslation()
  const label = t('review.hunk', { number: hunk.number })
  return (
    <section aria-label={label} className={`flex flex-col gap-1 border-b border-line p-2 last:border-b-0 ${isChosen ? '' : 'opacity-75'}`}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <label className="inline-flex items-center gap-2 text-xs font-medium">
          <input type="checkbox" data-hunk={hunk.number} checked={isChosen} onChange={onToggle} className="size-4 accent-accent" />
          {label}
          <span className={`font-normal ${isChosen ? 'text-low' : 'text-muted'}`}>
            {isChosen ? t('review.taken') : t('review.dropped')}
          </span>
        </label>
        <HunkComment id={id} number={hunk.number} />
      </div>
      {hunk.diff === '' ? (
        <p className="text-sm text-muted">{t(`review.whole.${file.change}`)}</p>
      ) : (
        <DiffLines diff={hunk.diff} path={file.path} label={`${file.path} ${label}`} />
      )}
    </section>
  )
}
