// Calls by day: a column for each, in the colours of their risk.
import type { OverviewView } from '@countersign/protocol'
import { useTranslation } from 'react-i18next'
import { ChartFrame, RiskTable } from './chart-frame.tsx'
import { callsByDay, type Row, SERIES, seriesIn, sum } from './figures.ts'
import { FILLS } from './series-styles.ts'

export function DayChart({ overview }: { readonly overview: OverviewView }) {
  const { t, i18n } = useTranslation()
  const rows = callsByDay(overview)
  const most = Math.max(1, ...rows.map(({ total }) => total))
  const named = rows.map((row) => ({ ...row, name: dayWords(row.name, i18n.language) }))
  const summary = t('overview.daysSummary', { days: rows.length, calls: sum(rows.map(({ total }) => total)), most })
  return (
    <ChartFrame
      title={t('overview.byDay')}
      summary={summary}
      legend={seriesIn(rows)}
      table={<RiskTable caption={t('overview.byDay')} of={t('overview.day')} rows={named} />}
    >
      <div className="flex gap-2">
        <div className="flex flex-col justify-between text-right text-xs text-muted tabular-nums">
          <span className="leading-none">{most}</span>
          <span className="leading-none">0</span>
        </div>
        <div className="flex h-32 min-w-0 flex-1 items-end gap-px border-b border-strong-line sm:gap-0.5">
          {named.map((row) => (
            <Column key={row.name} row={row} most={most} />
          ))}
        </div>
      </div>
      <div className="mt-1 flex justify-between pl-6 text-xs text-muted">
        <span>{named[0]?.name}</span>
        <span>{named.at(-1)?.name}</span>
      </div>
    </ChartFrame>
  )
}

const Column = ({ row: { name, counts, total }, most }: { readonly row: Row; readonly most: number }) => (
  <span title={`${name}: ${total}`} className="flex h-full min-w-0 flex-1 flex-col-reverse">
    {SERIES.filter((series) => counts[series] > 0).map((series) => (
      <span
        key={series}
        className={`min-h-0.5 border-t border-panel last:rounded-t-sm ${FILLS[series]}`}
        style={{ height: `${(counts[series] / most) * 100}%` }}
      />
    ))}
  </span>
)

/** The server counts days in UTC. */
const dayWords = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(day))
