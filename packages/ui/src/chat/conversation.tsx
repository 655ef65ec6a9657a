// One conversation: what was said and called, in order; what is being written now at its end. Only what is on the screen is in
// the page, so that ten thousand cards scroll as ten do.
import { MessageSquare } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { VList, type VListHandle } from 'virtua'
import { useMirror } from '../connection/project-context.ts'
import type { TimelineItem } from '../mirror/state.ts'
import { EmptyState } from '../shared/empty-state.tsx'
import { CallCard } from './call-card.tsx'
import { Examples } from './examples.tsx'
import { Message } from './message.tsx'
import { TurnEnd } from './turn-end.tsx'

const NONE: readonly TimelineItem[] = []
/** Nearer to the end than this counts as reading along. */
const NEAR_END_PIXELS = 80

export function Conversation({ sessionId }: { readonly sessionId: string }) {
  const { t } = useTranslation()
  const items = useMirror(({ timelines }) => timelines.get(sessionId) ?? NONE)
  const { list, onScroll } = useStickToEnd(sessionId, items.length)
  if (items.length === 0)
    return (
      <div className="flex-1 overflow-auto">
        <EmptyState Icon={MessageSquare} title={t('chat.empty')} hint={t('chat.emptyHint')}>
          <Examples sessionId={sessionId} />
        </EmptyState>
      </div>
    )
  return (
    <div role="log" aria-label={t('chat.conversation')} className="min-h-0 flex-1">
      <VList ref={list} onScroll={onScroll} className="h-full px-3 py-2">
        {items.map(({ kind, id }) => (
          <div key={id} className="mx-auto max-w-3xl py-1.5">
            {kind === 'message' ? <Message id={id} /> : kind === 'call' && <CallCard id={id} />}
          </div>
        ))}
        <div className="mx-auto max-w-3xl py-1.5">
          <TurnEnd sessionId={sessionId} />
        </div>
      </VList>
    </div>
  )
}

/** Stays at the end while the person reads there, and where they are when they have scrolled up. */
function useStickToEnd(sessionId: string, count: number) {
  const list = useRef<VListHandle>(null)
  const isAtEnd = useRef(true)
  const written = useMirror(({ writing }) => writing.get(sessionId)?.text.length ?? 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what makes the end move
  useEffect(() => {
    if (isAtEnd.current) list.current?.scrollToIndex(count, { align: 'end' })
  }, [count, written])
  const onScroll = (offset: number) => {
    const { scrollSize = 0, viewportSize = 0 } = list.current ?? {}
    isAtEnd.current = scrollSize - viewportSize - offset < NEAR_END_PIXELS
  }
  return { list, onScroll }
}
