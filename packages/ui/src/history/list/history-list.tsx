// The list of calls: only visible rows are drawn, and the next part is read before the end is reached.
import type { ExecutionView } from '@countersign/protocol'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { VList, type VListHandle } from 'virtua'
import { Button } from '../../shared/controls/button.tsx'
import { type Filters, hrefOfPlace } from '../filters/filters.ts'
import { CallRow } from './call-row.tsx'

const READ_AHEAD = 30

export interface HistoryListProps {
  readonly rows: readonly ExecutionView[]
  readonly isMore: boolean
  readonly openId: string | undefined
  readonly filters: Filters
  readonly onMore: () => void
}

export function HistoryList({ rows, isMore, openId, filters, onMore }: HistoryListProps) {
  const { t } = useTranslation()
  const list = useRef<VListHandle>(null)
  const openIndex = rows.findIndex(({ tool_id }) => tool_id === openId)
  useEffect(() => {
    if (openIndex >= 0) list.current?.scrollToIndex(openIndex, { align: 'nearest' })
  }, [openIndex])
  const onScroll = () => {
    const handle = list.current
    if (handle && isMore && handle.findItemIndex(handle.scrollOffset + handle.viewportSize) >= rows.length - READ_AHEAD) onMore()
  }
  return (
    <section aria-label={t('history.list')} className="@container flex min-h-0 flex-1 flex-col">
      <VList ref={list} className="min-h-0 flex-1" onScroll={onScroll}>
        {rows.map((call) => (
          <CallRow key={call.tool_id} call={call} href={hrefOfPlace({ callId: call.tool_id, filters })} isOpen={call.tool_id === openId} />
        ))}
        {isMore && (
          <div key="more" className="p-2 text-center">
            <Button kind="quiet" onClick={onMore}>
              {t('history.more')}
            </Button>
          </div>
        )}
      </VList>
    </section>
  )
}
