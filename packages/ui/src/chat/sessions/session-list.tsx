// The conversations of the project, the last used first, with a search over titles and messages.
import type { Session } from '@countersign/protocol'
import { Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { goTo } from '../../shared/browser/route.ts'
import { useShortcut } from '../../shared/browser/shortcuts.ts'
import { Button } from '../../shared/controls/button.tsx'
import { Problem } from '../../shared/controls/problem.tsx'
import { SessionEntry } from './session-entry.tsx'
import { useFoundSessions } from './use-found-sessions.ts'

interface SessionListProps {
  readonly current: string
  /** Called when a conversation is opened. */
  readonly onChosen?: () => void
}

export function SessionList({ current, onChosen }: SessionListProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const { sessions, error, isSearching } = useFoundSessions(search)
  const begin = () => {
    goTo('chat')
    onChosen?.()
  }
  useShortcut({ keys: 'n', label: t('chat.keys.newSession'), group: t('app.views.chat'), run: begin })
  const open = sessions.filter(({ ended_at }) => ended_at === null)
  const ended = sessions.filter(({ ended_at }) => ended_at !== null)
  return (
    <nav aria-label={t('chat.sessions')} className="flex min-h-0 w-full flex-col gap-2 p-2">
      <Button onClick={begin}>
        <Plus size={16} aria-hidden />
        {t('chat.newSession')}
      </Button>
      <label className="relative block">
        <Search size={14} className="absolute top-2.5 left-2.5 text-muted" aria-hidden />
        <input
          type="search"
          aria-label={t('chat.search')}
          placeholder={t('chat.search')}
          maxLength={200}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          className="min-h-8 w-full rounded-md border border-strong-line bg-canvas pr-2 pl-8 text-sm"
        />
      </label>
      {error && <Problem error={error} />}
      <div className="flex min-h-0 flex-1 flex-col gap-0.5 overflow-y-auto" onClickCapture={onChosen}>
        <Entries sessions={open} current={current} />
        {ended.length > 0 && <h3 className="px-2 pt-3 pb-1 text-xs font-semibold text-muted">{t('chat.endedSessions')}</h3>}
        <Entries sessions={ended} current={current} />
        {sessions.length === 0 && !isSearching && (
          <p className="px-2 py-2 text-sm text-muted">{search.trim() === '' ? t('chat.noSessions') : t('chat.notFound')}</p>
        )}
      </div>
    </nav>
  )
}

const Entries = ({ sessions, current }: { readonly sessions: readonly Session[]; readonly current: string }) =>
  sessions.map((session) => <SessionEntry key={session.id} session={session} isCurrent={session.id === current} />)
