// Every call of the project, and the full record of the open one: side by side where there is room, else one at a time.
import { ArrowLeft, ScrollText, SearchX } from 'lucide-react'
import { useCallback, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { hrefOf } from '../shared/browser/route.ts'
import { useShortcut } from '../shared/browser/shortcuts.ts'
import { Button } from '../shared/controls/button.tsx'
import { EmptyState } from '../shared/controls/empty-state.tsx'
import { Problem } from '../shared/controls/problem.tsx'
import { ViewHeader } from '../shared/controls/view-header.tsx'
import { ExportButton } from './audit/export-button.tsx'
import { VerifyButton } from './audit/verify-button.tsx'
import { FilterBar } from './filters/filter-bar.tsx'
import { countOf, type Filters, hrefOfPlace, NO_FILTERS, parsePlace } from './filters/filters.ts'
import { HistoryList } from './list/history-list.tsx'
import { type History, useHistory } from './list/use-history.ts'
import { RecordPane } from './record/record-pane.tsx'

export function HistoryView({ rest }: { readonly rest: string }) {
  const { t } = useTranslation()
  const { callId, filters } = parsePlace(rest)
  const history = useHistory(filters)
  const search = useRef<HTMLInputElement>(null)
  // A filter is not a step of the browser history: back leaves the view instead of undoing letter by letter.
  const change = useCallback((next: Filters) => location.replace(hrefOfPlace({ callId, filters: next })), [callId])
  useKeys(history, { callId, filters, onSearch: () => search.current?.focus() })
  const listOnly = callId === undefined ? 'flex' : 'hidden lg:flex'
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-col gap-3 border-b border-line px-4 py-3">
        <ViewHeader title={t('app.views.history')}>
          {callId !== undefined && (
            <a
              href={hrefOfPlace({ callId: undefined, filters })}
              className="inline-flex min-h-8 items-center gap-1.5 rounded-md px-2 text-sm text-accent hover:bg-sunken"
            >
              <ArrowLeft size={16} aria-hidden />
              {t('history.toList')}
            </a>
          )}
          <div className={`flex-wrap gap-2 ${listOnly}`}>
            <VerifyButton />
            <ExportButton filters={filters} />
          </div>
        </ViewHeader>
        <div className={`${listOnly} flex-col`}>
          <FilterBar filters={filters} onChange={change} searchRef={search} />
        </div>
      </div>
      <div className="flex min-h-0 flex-1">
        <div
          className={`min-h-0 min-w-0 flex-col ${callId === undefined ? 'flex flex-1' : 'hidden w-96 shrink-0 border-r border-line lg:flex'}`}
        >
          <ListPane history={history} filters={filters} openId={callId} onClear={() => change(NO_FILTERS)} />
        </div>
        {callId !== undefined && (
          <div className="flex min-h-0 min-w-0 flex-1 flex-col">
            <RecordPane key={callId} id={callId} />
          </div>
        )}
      </div>
    </div>
  )
}

interface ListPaneProps {
  readonly history: History
  readonly filters: Filters
  readonly openId: string | undefined
  readonly onClear: () => void
}

function ListPane({ history: { rows, isMore, error, reload, loadMore }, filters, openId, onClear }: ListPaneProps) {
  const { t } = useTranslation()
  return (
    <>
      {error && (
        <div className="p-3">
          <Problem error={error} onRetry={reload} />
        </div>
      )}
      {!rows && !error && <p className="p-4 text-muted">{t('app.loading')}</p>}
      {rows && rows.length > 0 && <HistoryList rows={rows} isMore={isMore} openId={openId} filters={filters} onMore={loadMore} />}
      {rows?.length === 0 && countOf(filters) > 0 && (
        <EmptyState Icon={SearchX} title={t('history.noMatch')} hint={t('history.noMatchHint')}>
          <Button onClick={onClear}>{t('history.clear')}</Button>
        </EmptyState>
      )}
      {rows?.length === 0 && countOf(filters) === 0 && (
        <EmptyState Icon={ScrollText} title={t('history.none')} hint={t('history.noneHint')}>
          <a className="text-accent underline" href={hrefOf('chat')}>
            {t('app.missing.home')}
          </a>
        </EmptyState>
      )}
    </>
  )
}

interface KeyOptions {
  readonly callId: string | undefined
  readonly filters: Filters
  readonly onSearch: () => void
}

function useKeys({ rows = [] }: History, { callId, filters, onSearch }: KeyOptions): void {
  const { t } = useTranslation()
  const group = t('app.views.history')
  const step = (by: number) => {
    const next = rows[Math.min(Math.max(rows.findIndex(({ tool_id }) => tool_id === callId) + by, 0), rows.length - 1)]
    if (next) location.hash = hrefOfPlace({ callId: next.tool_id, filters })
  }
  useShortcut({ keys: 'j', label: t('history.keys.next'), group, run: () => step(1) })
  useShortcut({ keys: 'k', label: t('history.keys.previous'), group, run: () => step(-1) })
  useShortcut({ keys: '/', label: t('history.keys.search'), group, run: onSearch })
}
