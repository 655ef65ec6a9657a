// The end of a conversation while the agent works: what it is writing, that it works or waits, or why it stopped.
import { LoaderCircle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMirror } from '../connection/project-context.ts'
import { lastTurn } from '../mirror/selectors.ts'
import { Markdown } from '../shared/markdown/markdown.tsx'

export function TurnEnd({ sessionId }: { readonly sessionId: string }) {
  const { t } = useTranslation()
  const writing = useMirror((state) => state.writing.get(sessionId))
  const turn = useMirror((state) => lastTurn(state, sessionId))
  const isWaiting = useMirror((state) => [...state.waiting.values()].some(({ session_id }) => session_id === sessionId))
  return (
    <>
      {writing && (
        <article aria-label={t('chat.agent')} className="px-1">
          <Markdown text={`${writing.isCut ? '… ' : ''}${writing.text}`} />
        </article>
      )}
      {turn && !turn.ended_at && (
        <p role="status" className="flex items-center gap-2 px-1 text-sm text-muted">
          <LoaderCircle size={14} className="animate-spin" aria-hidden />
          {isWaiting ? t('chat.waitingForYou') : t('chat.working')}
        </p>
      )}
      {turn?.status === 'stopped' && <p className="px-1 text-sm text-muted">{t('chat.stopped')}</p>}
      {turn?.status === 'failed' && (
        <p role="alert" className="rounded-md bg-high-soft px-3 py-2 text-sm text-high">
          {t('chat.failed', { error: turn.error ?? '' })}
        </p>
      )}
    </>
  )
}
