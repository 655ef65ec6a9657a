// Everything that waits for an answer.
import { ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMirror } from '../connection/project-context.ts'
import { listWaiting } from '../mirror/selectors.ts'
import { EmptyState } from '../shared/empty-state.tsx'
import { ApprovalCard } from './approval-card.tsx'

export function ApprovalsView() {
  const { t } = useTranslation()
  const waiting = useMirror(listWaiting)
  return (
    <section className="min-h-0 flex-1 overflow-auto p-3">
      <h1 className="sr-only">{t('approvals.title')}</h1>
      {waiting.length === 0 && <EmptyState Icon={ShieldCheck} title={t('approvals.none')} hint={t('approvals.noneHint')} />}
      <div className="mx-auto flex max-w-3xl flex-col gap-3">
        {waiting.map((one) => (
          <ApprovalCard key={one.id} waiting={one} />
        ))}
      </div>
    </section>
  )
}
