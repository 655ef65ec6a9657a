// The lines of a conversation that are on the screen. It stays at the end while the person reads there, and where they are when
// they have scrolled up; what is older is read when they come near the beginning.
import { ArrowDown } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { VList } from 'virtua'
import { useLink, useProject } from '../../connection/project-context.ts'
import { KEPT, type TimelineItem } from '../../mirror/state.ts'
import { CallCard } from '../calls/call-card.tsx'
import { Message } from './message.tsx'
import { TurnEnd } from './turn-end.tsx'
import { TurnProgress } from './turn-progress.tsx'
import { useStickToEnd } from './use-stick-to-end.ts'

const NEAR_START_PIXELS = 1_200

interface LinesProps {
  readonly sessionId: string
  readonly items: readonly TimelineItem[]
  readonly hasOlder: boolean
}

interface End {
  readonly kind: 'progress'
  readonly id: string
}

export function Lines({ sessionId, items, hasOlder }: LinesProps) {
  const { t } = useTranslation()
  const isShifted = useIsShifted(items)
  const { list, isAtEnd, onScroll, onResize, goToEnd } = useStickToEnd(items.length)
  const readOlder = useReadOlder(sessionId, hasOlder && items.length < KEPT.items)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each part there may be room for another
  useEffect(() => {
    if ((list.current?.scrollOffset ?? 0) < NEAR_START_PIXELS) readOlder()
  }, [items, readOlder])
  const data: readonly (TimelineItem | End)[] = [...items, { kind: 'progress', id: 'progress' }]
  return (
    <>
      <VList
        ref={list}
        data={data}
        shift={isShifted}
        onResize={onResize}
        onScroll={(offset) => {
          onScroll(offset)
          if (offset < NEAR_START_PIXELS) readOlder()
        }}
        tabIndex={0}
        className="h-full"
      >
        {({ kind, id }) => (
          <div key={id} className="mx-auto max-w-3xl px-3 py-1.5 empty:hidden">
            <Line kind={kind} id={id} sessionId={sessionId} />
          </div>
        )}
      </VList>
      {hasOlder && <Older isFull={items.length >= KEPT.items} />}
      {!isAtEnd && (
        <button
          type="button"
          onClick={goToEnd}
          className="absolute bottom-3 left-1/2 inline-flex min-h-8 -translate-x-1/2 items-center gap-1.5 rounded-full border border-line bg-raised px-3 text-sm font-medium shadow-lg hover:bg-sunken"
        >
          <ArrowDown size={14} aria-hidden />
          {t('chat.jumpToLatest')}
        </button>
      )}
    </>
  )
}

function Line({
  kind,
  id,
  sessionId,
}: {
  readonly kind: TimelineItem['kind'] | End['kind']
  readonly id: string
  readonly sessionId: string
}) {
  if (kind === 'message') return <Message id={id} />
  if (kind === 'call') return <CallCard id={id} />
  return kind === 'end' ? <TurnEnd turnId={id} /> : <TurnProgress sessionId={sessionId} />
}

function Older({ isFull }: { readonly isFull: boolean }) {
  const { t } = useTranslation()
  return (
    <p className="pointer-events-none absolute top-1 left-1/2 -translate-x-1/2 rounded-full bg-raised px-3 text-xs text-muted opacity-90">
      {isFull ? t('chat.olderInHistory') : t('chat.olderAbove')}
    </p>
  )
}

/** Whether lines came before the first one since the last time: then the end keeps its place, not the beginning. */
function useIsShifted(items: readonly TimelineItem[]): boolean {
  const before = useRef(items)
  useLayoutEffect(() => {
    before.current = items
  }, [items])
  const [first, last] = [before.current[0], before.current.at(-1)]
  return first !== undefined && items[0]?.id !== first.id && items.at(-1)?.id === last?.id
}

function useReadOlder(sessionId: string, isWanted: boolean): () => void {
  const { mirror } = useProject()
  const isOnline = useLink() !== 'offline'
  const read = useRef(() => undefined as undefined)
  read.current = () => {
    // What cannot be read now is read when the person scrolls again.
    if (isWanted && isOnline) mirror.readOlder(sessionId).catch(() => undefined)
    return undefined
  }
  const call = useRef(() => void read.current())
  return call.current
}
