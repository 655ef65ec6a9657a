// Calls by tool: a bar for each, in the colours of their risk.
import type { OverviewView } from '@countersign/protocol'
import { useTranslation } from 'react-i18next'
import { ChartFrame, RiskTable } from './chart-frame.tsx'
import { callsByTool, type Row, SERIES, seriesIn } from './figures.ts'
import { FILLS } from './series-styles.ts'

const SHOWN = 12

export function ToolChart({ overview }: { readonly overview: OverviewView }) {
  const { t } = useTranslation()
  const rows = callsByTool(overview)
  const most = rows[0]
  const summary = most ? t('overview.toolsSummary', { count: rows.length, tool: most.name, calls: most.total }) : ''
  return (
    <ChartFrame
      title={t('overview.byTool')}
      summary={summary}
      legend={seriesIn(rows)}
      table={<RiskTable caption={t('overview.byTool')} of={t('history.tool')} rows={rows} />}
    >
      <div className="grid grid-cols-[minmax(0,9rem)_1fr_auto] items-center gap-x-3 gap-y-1.5 text-xs">
        {rows.slice(0, SHOWN).map((row) => (
          <Bar key={row.name} row={row} most={most?.total ?? 1} />
        ))}
      </div>
      {rows.length > SHOWN && <p className="mt-2 text-xs text-muted">{t('overview.moreTools', { count: rows.length - SHOWN })}</p>}
    </ChartFrame>
  )
}

const Bar = ({ row: { name, counts, total }, most }: { readonly row: Row; readonly most: number }) => (
  <>
    <code className="truncate font-mono">{name}</code>
    <span className="flex h-3 overflow-hidden rounded-sm">
      {SERIES.filter((series) => counts[series] > 0).map((series) => (
        <span
          key={series}
          className={`min-w-0.5 border-r border-panel last:border-r-0 ${FILLS[series]}`}
          style={{ width: `${(counts[series] / most) * 100}%` }}
        />
      ))}
    </span>
    <span className="text-right text-muted tabular-nums">{total}</span>
  </>
)
