// The terms of a grant for the project: when it ends, for which agents, and whether it also covers high risk.
import { GRANT_DAYS } from '@countersign/protocol'
import { useTranslation } from 'react-i18next'
import type { Waiting } from '../../mirror/state/waiting.ts'
import { changeDraft, useDraft } from '../state/approval-queue.ts'
import { HighTerm } from './high-term.tsx'

export function LastingTerms({ waiting }: { readonly waiting: Waiting }) {
  const { t } = useTranslation()
  const { id, agent } = waiting
  const { grantDays, everyAgent } = useDraft(id)
  const setDays = (value: string) => changeDraft(id, { grantDays: GRANT_DAYS.find((days) => String(days) === value) ?? null })
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-1 pt-2 text-sm">
      <label className="inline-flex items-center gap-2">
        {t('approvals.scope.until')}
        <select
          value={grantDays ?? ''}
          onChange={({ target }) => setDays(target.value)}
          className="min-h-8 rounded-md border border-strong-line bg-panel px-2"
        >
          <option value="">{t('approvals.scope.revoked')}</option>
          {GRANT_DAYS.map((days) => (
            <option key={days} value={days}>
              {t('approvals.scope.days', { count: days })}
            </option>
          ))}
        </select>
      </label>
      <label className="inline-flex items-center gap-2">
        {t('approvals.scope.for')}
        <select
          value={everyAgent ? 'every' : 'one'}
          onChange={({ target }) => changeDraft(id, { everyAgent: target.value === 'every' })}
          className="min-h-8 rounded-md border border-strong-line bg-panel px-2"
        >
          <option value="one">{t('approvals.scope.oneAgent', { agent })}</option>
          <option value="every">{t('approvals.scope.everyAgent')}</option>
        </select>
      </label>
      <HighTerm waiting={waiting} isNeeded />
    </div>
  )
}
