// What waits for an answer, beside the chat on wide screens: the questions of the conversation that is open, those of others behind a
// count. Gone when nothing waits. Its letters work while nothing is being written; it takes no focus.
import { ChevronDown, ChevronRight, Maximize2 } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Queue } from '../approvals/queue/queue.tsx'
import { useMirror } from '../connection/project-context.ts'
import { listWaiting } from '../mirror/state/selectors.ts'
import { hrefOf } from '../shared/browser/route.ts'
import { useDraft } from './composer/drafts.ts'

/** Without a conversation there are no others: everything is shown. */
export function WaitingPanel({ sessionId }: { readonly sessionId: string }) {
  const { t } = useTranslation()
  const [showsOthers, setShowsOthers] = useState(false)
  const waiting = useMirror(listWaiting)
  // Letters belong to what is being written, wherever the focus is.
  const [draft] = useDraft(sessionId)
  const isWide = useIsWideScreen()
  const own = sessionId === '' ? waiting : waiting.filter(({ session_id }) => session_id === sessionId)
  const others = waiting.filter((one) => !own.includes(one))
  if (waiting.length === 0 || !isWide) return null
  return (
    <aside aria-label={t('approvals.title')} data-keeps-focus className="w-[26rem] shrink-0 overflow-auto border-l border-line p-3">
      <div className="mb-2 flex items-center justify-between gap-2">
        <h2 className="text-sm font-semibold">{own.length > 0 ? t('app.waiting', { count: own.length }) : t('approvals.noneHere')}</h2>
        <a href={hrefOf('approvals')} className="inline-flex items-center gap-1 text-xs text-accent underline">
          <Maximize2 size={12} aria-hidden />
          {t('approvals.openAll')}
        </a>
      </div>
      <Queue waiting={own} further={showsOthers ? others : []} hasKeys={draft === ''}>
        {others.length > 0 && <Others count={others.length} isOpen={showsOthers} onToggle={() => setShowsOthers(!showsOthers)} />}
      </Queue>
    </aside>
  )
}

interface OthersProps {
  readonly count: number
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function Others({ count, isOpen, onToggle }: OthersProps) {
  const { t } = useTranslation()
  const Arrow = isOpen ? ChevronDown : ChevronRight
  return (
    <button type="button" aria-expanded={isOpen} onClick={onToggle} className="inline-flex items-center gap-1 text-left text-sm text-muted">
      <Arrow size={14} aria-hidden />
      {t('approvals.others', { count })}
    </button>
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
