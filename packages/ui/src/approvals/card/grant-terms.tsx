// The terms of a grant for the session: when it ends, and whether it also covers high risk.
import { useTranslation } from 'react-i18next'
import type { Waiting } from '../../mirror/state/waiting.ts'
import { changeDraft, useDraft } from '../state/approval-queue.ts'
import { HighTerm } from './high-term.tsx'

const MINUTE = 60
const CHOICES = [15 * MINUTE, 60 * MINUTE, 4 * 60 * MINUTE, 12 * 60 * MINUTE] as const

export function GrantTerms({ waiting }: { readonly waiting: Waiting }) {
  const { t } = useTranslation()
  const { id } = waiting
  const { grantSeconds } = useDraft(id)
  const describe = (seconds: number) =>
    seconds < 60 * MINUTE
      ? t('approvals.scope.minutes', { count: seconds / MINUTE })
      : t('approvals.scope.hours', { count: seconds / MINUTE / 60 })
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-1 pt-2 text-sm">
      <label className="inline-flex items-center gap-2">
        {t('approvals.scope.until')}
        <select
          value={grantSeconds ?? ''}
          onChange={({ target }) => changeDraft(id, { grantSeconds: target.value === '' ? null : Number(target.value) })}
          className="min-h-8 rounded-md border border-strong-line bg-panel px-2"
        >
          <option value="">{t('approvals.scope.session')}</option>
          {CHOICES.map((seconds) => (
            <option key={seconds} value={seconds}>
              {describe(seconds)}
            </option>
          ))}
        </select>
      </label>
      <HighTerm waiting={waiting} />
    </div>
  )
}
