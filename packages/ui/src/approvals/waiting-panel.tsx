// What waits for an answer, beside the chat on wide screens. Gone when nothing waits. Letters belong to the chat here: the panel
// has no keyboard of its own, and takes no focus.
import { Maximize2 } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { hrefOf } from '../app/route.ts'
import { useMirror } from '../connection/project-context.ts'
import { countWaiting } from '../mirror/selectors.ts'
import { Queue } from './queue/queue.tsx'

export function WaitingPanel() {
  const { t } = useTranslation()
  const count = useMirror(countWaiting)
  const isWide = useIsWideScreen()
  if (count === 0 || !isWide) return null
  return (
    <aside aria-label={t('approvals.title')} className="w-[26rem] shrink-0 overflow-auto border-l border-line p-3">
      <div className="mb-2 flex items-center justify-between gap-2">
        <h2 className="text-sm font-semibold">{t('app.waiting', { count })}</h2>
        <a href={hrefOf('approvals')} className="inline-flex items-center gap-1 text-xs text-accent underline">
          <Maximize2 size={12} aria-hidden />
          {t('approvals.openAll')}
        </a>
      </div>
      <Queue />
    </aside>
  )
}

const wide = () => matchMedia('(min-width: 80rem)')

function useIsWideScreen(): boolean {
  return useSyncExternalStore(
    (tell) => {
      const query = wide()
      query.addEventListener('change', tell)
      return () => query.removeEventListener('change', tell)
    },
    () => wide().matches,
  )
}
