// A comment for the agent with the answer (the reason, if rejected), and whether the agent continues.
import { type KeyboardEvent, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcut } from '../../shared/browser/shortcuts.ts'
import { changeDraft, useDraft } from '../state/approval-queue.ts'

export interface CommentFieldProps {
  readonly id: string
  readonly hasKeys: boolean
  readonly hasStop?: boolean
}

const MAX_CHARACTERS = 10_000

export function CommentField({ id, hasKeys, hasStop = false }: CommentFieldProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLTextAreaElement>(null)
  const fieldId = useId()
  const { comment, stop } = useDraft(id)
  // Letter keys answer again.
  const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && field.current?.blur()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={fieldId} className="text-xs font-medium text-muted">
        {hasStop ? t('approvals.comment') : t('review.comment')}
      </label>
      <textarea
        ref={field}
        id={fieldId}
        rows={1}
        maxLength={MAX_CHARACTERS}
        value={comment}
        onChange={({ target }) => changeDraft(id, { comment: target.value })}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-40 min-h-8 w-full rounded-md border border-strong-line bg-panel px-2 py-1 text-sm"
      />
      {hasStop && (
        <label className="inline-flex items-start gap-2 text-sm">
          <input
            type="checkbox"
            checked={stop}
            onChange={({ target }) => changeDraft(id, { stop: target.checked })}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span>
            {t('approvals.stop')} <span className="text-muted">· {t('approvals.stopHint')}</span>
          </span>
        </label>
      )}
      {hasKeys && <CommentKey onWrite={() => field.current?.focus()} />}
    </div>
  )
}

function CommentKey({ onWrite }: { readonly onWrite: () => void }) {
  const { t } = useTranslation()
  useShortcut({ keys: 'c', label: t('approvals.keys.comment'), group: t('approvals.title'), run: onWrite })
  return null
}
