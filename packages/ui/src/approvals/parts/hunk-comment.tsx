// The comment on one hunk: a button until it is wanted.
import { MessageSquarePlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../shared/controls/button.tsx'
import { changeDraft, useDraft } from '../state/approval-queue.ts'

const MAX_CHARACTERS = 10_000

export function HunkComment({ id, number }: { readonly id: string; readonly number: number }) {
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
