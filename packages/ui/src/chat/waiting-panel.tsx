// Pending approvals beside the chat on wide screens: those of the open conversation, and a count of the others. It is hidden when
// nothing is pending. Its letter keys work while the message field is empty; it never takes the focus.
import { ChevronDown, ChevronRight, Maximize2 } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Queue } from '../approvals/queue/queue.tsx'
import { useMirror } from '../connection/project-context.ts'
import { listWaiting } from '../mirror/state/selectors.ts'
import { hrefOf } from '../shared/browser/route.ts'
import { useDraft } from './composer/drafts.ts'

/** Without an open conversation all approvals are shown. */
export function WaitingPanel({ sessionId }: { readonly sessionId: string }) {
  const { t } = useTranslation()
  const [showsOthers, setShowsOthers] = useState(false)
  const waiting = useMirror(listWaiting)
  // While a message is being written, letters belong to it.
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
    (notify) => {
      const query = wide()
      query.addEventListener('change', notify)
      return () => query.removeEventListener('change', notify)
    },
    () => wide().matches,
  )
}
