// The project in figures: calls by tool, risk and day, and how long answers took.
import { ChartColumn } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMirror, useProject } from '../connection/project-context.ts'
import { hrefOf } from '../shared/browser/route.ts'
import { EmptyState } from '../shared/controls/empty-state.tsx'
import { Problem } from '../shared/controls/problem.tsx'
import { ViewHeader } from '../shared/controls/view-header.tsx'
import { useFetched } from '../shared/hooks/use-fetched.ts'
import { DayChart } from './day-chart.tsx'
import { DecisionChart } from './decision-chart.tsx'
import { KeyFigures } from './key-figures.tsx'
import { ToolChart } from './tool-chart.tsx'

const PERIODS = [7, 30, 90] as const
const DAY_MILLISECONDS = 86_400_000

export function OverviewView() {
  const { t } = useTranslation()
  const [days, setDays] = useState<number>(30)
  const { data, error, reload } = useOverview(days)
  return (
    <section className="min-h-0 flex-1 overflow-auto p-4">
      <div className="mx-auto flex max-w-6xl flex-col gap-4">
        <ViewHeader title={t('app.views.overview')} hint={t('overview.hint')}>
          <select
            aria-label={t('history.time')}
            value={days}
            onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
            className="min-h-8 rounded-md border border-strong-line bg-raised px-2 text-sm"
          >
            {PERIODS.map((count) => (
              <option key={count} value={count}>
                {t('overview.lastDays', { count })}
              </option>
            ))}
          </select>
        </ViewHeader>
        {error && <Problem error={error} onRetry={reload} />}
        {!data && !error && <p className="text-muted">{t('app.loading')}</p>}
        {data?.calls.length === 0 && (
          <EmptyState Icon={ChartColumn} title={t('overview.none')} hint={t('overview.noneHint')}>
            <a className="text-accent underline" href={hrefOf('chat')}>
              {t('app.missing.home')}
            </a>
          </EmptyState>
        )}
        {data && data.calls.length > 0 && (
          <>
            <KeyFigures overview={data} />
            <div className="grid gap-4 lg:grid-cols-2">
              <ToolChart overview={data} />
              <DecisionChart overview={data} />
            </div>
            <DayChart overview={data} />
          </>
        )}
      </div>
    </section>
  )
}

function useOverview(days: number) {
  const { client, projectId: p } = useProject()
  const news = useMirror((state) => state.news.calls)
  const read = (signal: AbortSignal) =>
    client.overview({ params: { p }, query: { since: new Date(Date.now() - (days - 1) * DAY_MILLISECONDS).toISOString() }, signal })
  return useFetched({ read, key: `${p} ${days}`, news })
}
