// The conversations of the project, the last used first.
import type { Session } from '@countersign/protocol'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useShortcut } from '../app/keyboard/shortcuts.ts'
import { goTo, hrefOf } from '../app/route.ts'
import { useMirror } from '../connection/project-context.ts'
import { listSessions } from '../mirror/selectors.ts'
import { Button } from '../shared/button.tsx'

export function SessionList({ current }: { readonly current: string }) {
  const { t } = useTranslation()
  const sessions = useMirror(listSessions)
  useShortcut({ keys: 'n', label: t('chat.keys.newSession'), group: t('app.views.chat'), run: () => goTo('chat') })
  return (
    <nav aria-label={t('chat.sessions')} className="hidden w-56 shrink-0 flex-col gap-1 overflow-y-auto border-r border-line p-2 lg:flex">
      <Button onClick={() => goTo('chat')}>
        <Plus size={16} aria-hidden />
        {t('chat.newSession')}
      </Button>
      {sessions.map((session) => (
        <Entry key={session.id} session={session} isCurrent={session.id === current} />
      ))}
    </nav>
  )
}

function Entry({ session, isCurrent }: { readonly session: Session; readonly isCurrent: boolean }) {
  const { t } = useTranslation()
  return (
    <a
      href={hrefOf('chat', session.id)}
      aria-current={isCurrent ? 'page' : undefined}
      className={`rounded-md px-2 py-1.5 text-sm ${isCurrent ? 'bg-accent-soft text-accent' : 'hover:bg-sunken'}`}
    >
      <span className="block truncate">{session.title || t('chat.untitled')}</span>
      <span className="block truncate text-xs text-muted">{session.agent}</span>
    </a>
  )
}
