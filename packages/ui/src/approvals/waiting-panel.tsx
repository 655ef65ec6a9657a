// What waits for an answer, beside the chat on wide screens. Gone when nothing waits.
import { useTranslation } from 'react-i18next'
import { useMirror } from '../connection/project-context.ts'
import { listWaiting } from '../mirror/selectors.ts'
import { ApprovalCard } from './approval-card.tsx'

export function WaitingPanel() {
  const { t } = useTranslation()
  const waiting = useMirror(listWaiting)
  if (waiting.length === 0) return null
  return (
    <aside aria-label={t('approvals.title')} className="hidden w-96 shrink-0 overflow-auto border-l border-line p-3 xl:block">
      <h2 className="mb-2 text-sm font-semibold">{t('app.waiting', { count: waiting.length })}</h2>
      <div className="flex flex-col gap-3">
        {waiting.map((one) => (
          <ApprovalCard key={one.id} waiting={one} />
        ))}
      </div>
    </aside>
  )
}
