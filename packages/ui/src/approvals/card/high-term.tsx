// Whether a grant also covers high risk: never without this tick.
import { useTranslation } from 'react-i18next'
import type { Waiting } from '../../mirror/state/waiting.ts'
import { changeDraft, useDraft } from '../state/approval-queue.ts'

interface HighTermProps {
  readonly waiting: Waiting
  /** A grant for the project must cover the call that it stands on. */
  readonly isNeeded?: boolean
}

export function HighTerm({ waiting: { id, risk_level }, isNeeded = false }: HighTermProps) {
  const { t } = useTranslation()
  const { coverHigh } = useDraft(id)
  const hint = isNeeded ? t('approvals.scope.highNeeded') : t('approvals.scope.highNotCovered')
  return (
    <>
      <label className={`inline-flex items-center gap-2 ${coverHigh ? 'text-high' : ''}`}>
        <input
          type="checkbox"
          checked={coverHigh}
          onChange={({ target }) => changeDraft(id, { coverHigh: target.checked })}
          className="size-4 accent-accent"
        />
        {t('approvals.scope.coverHigh')}
      </label>
      {risk_level === 'HIGH' && !coverHigh && <p className="w-full text-xs text-medium">{hint}</p>}
    </>
  )
}
