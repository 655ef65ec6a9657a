// The approvals view: all pending approvals, with keyboard shortcuts. `#/approvals/<id>` opens one.
import { ShieldCheck } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useMirror } from '../connection/project-context.ts'
import { listWaiting } from '../mirror/state/selectors.ts'
import { EmptyState } from '../shared/controls/empty-state.tsx'
import { Queue } from './queue/queue.tsx'
import { SettledNotices } from './queue/settled-notices.tsx'
import { openCard } from './state/approval-queue.ts'

export function ApprovalsView({ rest: wanted }: { readonly rest: string }) {
  const { t } = useTranslation()
  const isLoaded = useMirror((state) => state.isLoaded)
  const waiting = useMirror(listWaiting)
  const count = waiting.length
  const isWaiting = waiting.some(({ id }) => id === wanted)
  useEffect(() => {
    if (isWaiting) openCard(wanted)
  }, [isWaiting, wanted])
  return (
    <section className="min-h-0 flex-1 overflow-auto p-3">
      <div className="mx-auto max-w-5xl">
        <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
          <h1 className={count === 0 ? 'sr-only' : 'text-base font-semibold'}>{t('approvals.title')}</h1>
          {count > 0 && <p className="hidden text-xs text-muted md:block">{t('approvals.keysHint')}</p>}
        </div>
        <SettledNotices />
        {isLoaded && count === 0 && <EmptyState Icon={ShieldCheck} title={t('approvals.none')} hint={t('approvals.noneHint')} />}
        <Queue waiting={waiting} hasKeys hasListKeys />
      </div>
    </section>
  )
}
