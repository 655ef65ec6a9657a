// The visible lines of a conversation. It stays at the end while the person reads there, and where they are once they have scrolled
// up; older items are read near the start.
import { ArrowDown } from 'lucide-react'
import { type Ref, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type CustomContainerComponentProps, Virtualizer } from 'virtua'
import { useLink, useProject } from '../../connection/project-context.ts'
import { MIRROR_LIMITS, type TimelineItem } from '../../mirror/state/state.ts'
import { type LineItem, PROGRESS, useLineElement } from './line.tsx'
import { useStickToEnd } from './use-stick-to-end.ts'

const NEAR_START_PIXELS = 1_200

interface LinesProps {
  readonly sessionId: string
  readonly items: readonly TimelineItem[]
  readonly hasOlder: boolean
}

export function Lines({ sessionId, items, hasOlder }: LinesProps) {
  const { t } = useTranslation()
  const isShifted = useIsShifted(items)
  const { list, scroller, isAtEnd, onScroll, onResize, goToEnd, handlers } = useStickToEnd()
  const readOlder = useReadOlder(sessionId, hasOlder && items.length < MIRROR_LIMITS.items)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each part there may be room for another
  useEffect(() => {
    if ((list.current?.scrollOffset ?? 0) < NEAR_START_PIXELS) readOlder()
  }, [items, readOlder])
  const data = useMemo((): readonly LineItem[] => [...items, PROGRESS], [items])
  const elementOf = useLineElement(sessionId)
  return (
    <>
      <div
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={onScroll}
        {...handlers}
        className="size-full overflow-y-auto contain-strict"
      >
        <Virtualizer
          ref={list}
          data={data}
          as={Container}
          shift={isShifted}
          onResize={onResize}
          onScroll={(offset) => {
            if (offset < NEAR_START_PIXELS) readOlder()
          }}
        >
          {elementOf}
        </Virtualizer>
      </div>
      {hasOlder && <Older isFull={items.length >= MIRROR_LIMITS.items} />}
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

/** The list disables pointer events while it scrolls, which would restyle every row at each new card. */
const Container = ({ ref, style, children }: CustomContainerComponentProps & { readonly ref?: Ref<HTMLDivElement> }) => (
  <div ref={ref} style={{ ...style, pointerEvents: undefined }}>
    {children}
  </div>
)

function Older({ isFull }: { readonly isFull: boolean }) {
  const { t } = useTranslation()
  return (
    <p className="pointer-events-none absolute top-1 left-1/2 -translate-x-1/2 rounded-full bg-raised px-3 text-xs text-muted opacity-90">
      {isFull ? t('chat.olderInHistory') : t('chat.olderAbove')}
    </p>
  )
}

/** Whether lines were inserted before the first one: then the distance to the end is kept. */
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
    // If it cannot be read now, the next scroll tries again.
    if (isWanted && isOnline) mirror.readOlder(sessionId).catch(() => undefined)
    return undefined
  }
  const call = useRef(() => void read.current())
  return call.current
}
