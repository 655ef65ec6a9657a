// One conversation in the list: its title, its external agent if any, and whether it is active.
import type { Session } from '@countersign/protocol'
import { LoaderCircle, ShieldQuestionMark } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMirror } from '../../connection/project-context.ts'
import { isAsking, openTurns } from '../../mirror/state/selectors.ts'
import { hrefOf } from '../../shared/browser/route.ts'
import { safeProse } from '../../shared/text/safe-text.ts'
import { Moment } from '../../shared/time/moment.tsx'

export function SessionEntry({ session, isCurrent }: { readonly session: Session; readonly isCurrent: boolean }) {
  const { t } = useTranslation()
  const { id, title, agent, last_call_at } = session
  return (
    <a
      href={hrefOf('chat', id)}
      aria-current={isCurrent ? 'page' : undefined}
      className={`flex items-center gap-2 rounded-md px-2 py-1.5 text-sm ${isCurrent ? 'bg-accent-soft text-accent' : 'hover:bg-sunken'}`}
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate">{safeProse(title) || t('chat.untitled')}</span>
        <span className="block truncate text-xs text-muted">
          {agent !== 'assistant' && `${safeProse(agent)} · `}
          <Moment at={last_call_at} />
        </span>
      </span>
      <Activity sessionId={id} />
    </a>
  )
}

function Activity({ sessionId }: { readonly sessionId: string }) {
  const { t } = useTranslation()
  const isWaiting = useMirror((state) => isAsking(state, sessionId))
  const isRunning = useMirror((state) => openTurns(state, sessionId).length > 0)
  if (isWaiting)
    return (
      <span className="shrink-0 text-medium" title={t('chat.waitingForYou')}>
        <ShieldQuestionMark size={14} aria-hidden />
        <span className="sr-only">{t('chat.waitingForYou')}</span>
      </span>
    )
  if (!isRunning) return null
  return (
    <span className="shrink-0 text-muted" title={t('chat.working')}>
      <LoaderCircle size={14} className="animate-spin" aria-hidden />
      <span className="sr-only">{t('chat.working')}</span>
    </span>
  )
}
