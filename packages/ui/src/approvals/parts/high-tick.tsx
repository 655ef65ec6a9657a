// The tick that keeping hunks of high risk needs.
import { useTranslation } from 'react-i18next'
import { changeDraft, useDraft } from '../state/approval-queue.ts'

export function HighTick({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const { coverHigh } = useDraft(id)
  return (
    <label className="inline-flex items-center gap-2 text-sm text-high">
      <input
        type="checkbox"
        checked={coverHigh}
        onChange={({ target }) => changeDraft(id, { coverHigh: target.checked })}
        className="size-4 accent-accent"
      />
      {t('review.high')}
    </label>
  )
}
