// The end of a conversation during a turn: the text being written, and whether the agent works or waits for an answer.
import { LoaderCircle } from 'lucide-react'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { useMirror } from '../../connection/project-context.ts'
import { isAsking, runningTurn } from '../../mirror/state/selectors.ts'
import { hrefOf } from '../../shared/browser/route.ts'
import { AgentText } from './message.tsx'

export function TurnProgress({ sessionId }: { readonly sessionId: string }) {
  const { t } = useTranslation()
  const writing = useMirror((state) => state.writing.get(sessionId))
  // Typing and scrolling have priority over new text.
  const text = useDeferredValue(writing ? `${writing.offset > 0 ? '… ' : ''}${writing.text}` : '')
  const isRunning = useMirror((state) => runningTurn(state, sessionId) !== undefined)
  const isWaiting = useMirror((state) => isAsking(state, sessionId))
  return (
    <>
      {writing && text !== '' && <AgentText text={text} />}
      {isRunning && (
        <p role="status" className="flex items-center gap-2 px-1 pt-1 text-sm text-muted">
          <LoaderCircle size={14} className="animate-spin" aria-hidden />
          {isWaiting ? (
            <a href={hrefOf('approvals')} className="text-medium hover:underline">
              {t('chat.waitingForYou')}
            </a>
          ) : (
            t('chat.working')
          )}
        </p>
      )}
    </>
  )
}
