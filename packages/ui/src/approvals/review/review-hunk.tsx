// One hunk: its checkbox, its lines, and a comment.
import { MessageSquarePlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../shared/controls/button.tsx'
import { DiffLines } from '../../shared/diff/diff-lines.tsx'
import { changeDraft, useDraft } from '../state/approval-queue.ts'
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

const MAX_CHARACTERS = 10_000

function HunkComment({ id, number }: { readonly id: string; readonly number: number }) {
  const { t } = useTranslation()
  const { hunkComments } = useDraft(id)
  const comment = hunkComments[number] ?? ''
  const [isOpen, setOpen] = useState(comment !== '')
  if (!isOpen)
    return (
      <Button kind="quiet" label={t('review.commentOn', { number })} onClick={() => setOpen(true)}>
        <MessageSquarePlus size={14} aria-hidden />
        <span className="text-xs">{t('review.addComment')}</span>
      </Button>
    )
  return (
    <textarea
      // biome-ignore lint/a11y/noAutofocus: it has just been asked for
      autoFocus={comment === ''}
      aria-label={t('review.commentOn', { number })}
      placeholder={t('review.commentHint')}
      rows={1}
      maxLength={MAX_CHARACTERS}
      value={comment}
      onChange={({ target }) => changeDraft(id, { hunkComments: { ...hunkComments, [number]: target.value } })}
      className="field-sizing-content min-h-8 w-full rounded-md border border-strong-line bg-panel px-2 py-1 text-sm sm:w-72"
    />
  )
}
