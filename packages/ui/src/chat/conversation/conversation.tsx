// One conversation: messages and calls in order, and the text being written at its end. Only visible lines are drawn, so that ten
// thousand cards scroll like ten.
import { MessageSquareOff } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { hrefOf } from '../../shared/browser/route.ts'
import { EmptyState } from '../../shared/controls/empty-state.tsx'
import { OpenCardsProvider } from '../calls/open-cards.ts'
import { Announcement } from './announcement.tsx'
import { Lines } from './lines.tsx'
import { useConversation } from './use-conversation.ts'

export function Conversation({ sessionId }: { readonly sessionId: string }) {
  const { t } = useTranslation()
  const open = useRef(new Set<string>())
  const { items, isLoading, hasOlder, isMissing } = useConversation(sessionId)
  if (isMissing)
    return (
      <div className="min-h-0 flex-1 overflow-auto">
        <EmptyState Icon={MessageSquareOff} title={t('chat.missing')} hint={t('chat.missingHint')}>
          <a className="text-accent underline" href={hrefOf('chat')}>
            {t('chat.newSession')}
          </a>
        </EmptyState>
      </div>
    )
  return (
    <OpenCardsProvider value={open.current}>
      <section role="log" aria-live="off" aria-label={t('chat.conversation')} aria-busy={isLoading} className="relative min-h-0 flex-1">
        {isLoading && items.length === 0 ? (
          <p className="p-6 text-center text-sm text-muted">{t('app.loading')}</p>
        ) : (
          <Lines sessionId={sessionId} items={items} hasOlder={hasOlder} />
        )}
      </section>
      <Announcement sessionId={sessionId} />
    </OpenCardsProvider>
  )
}
