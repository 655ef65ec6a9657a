// A chart with its name, what its colours mean, and the same figures as a table for whoever cannot or will not look at it.
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type Row, type Series, seriesIn } from './figures.ts'
import { FILLS } from './series-styles.ts'

export interface ChartFrameProps {
  readonly title: string
  /** What a screen reader hears in place of the picture. */
  readonly summary: string
  readonly legend?: readonly Series[]
  readonly table: ReactNode
  readonly children: ReactNode
}

export function ChartFrame({ title, summary, legend = [], table, children }: ChartFrameProps) {
  const { t } = useTranslation()
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-panel p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={titleId} className="font-semibold">
          {title}
        </h2>
        {legend.length > 0 && <Legend series={legend} />}
      </div>
      <div role="img" aria-label={summary}>
        {children}
      </div>
      <details>
        <summary className="text-xs text-muted">{t('overview.asTable')}</summary>
        <div className="mt-2 max-h-72 overflow-auto">{table}</div>
      </details>
    </section>
  )
}

function Legend({ series }: { readonly series: readonly Series[] }) {
  const { t } = useTranslation()
  return (
    <ul className="flex flex-wrap gap-x-3 text-xs text-muted">
      {series.map((one) => (
        <li key={one} className="flex items-center gap-1">
          <span className={`size-2.5 rounded-sm ${FILLS[one]}`} aria-hidden />
          {one === 'none' ? t('overview.notRated') : t(`approvals.risk.${one}`)}
        </li>
      ))}
    </ul>
  )
}

export interface RiskTableProps {
  readonly caption: string
  /** The head of the first column. */
  readonly of: string
  readonly rows: readonly Row[]
}

export function RiskTable({ caption, of, rows }: RiskTableProps) {
  const { t } = useTranslation()
  const series = seriesIn(rows)
  return (
    <table className="w-full text-left text-xs tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-muted">
        <tr>
          <th scope="col">{of}</th>
          {series.map((one) => (
            <th key={one} scope="col" className="text-right">
              {one === 'none' ? t('overview.notRated') : t(`approvals.risk.${one}`)}
            </th>
          ))}
          <th scope="col" className="text-right">
            {t('overview.total')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, counts, total }) => (
          <tr key={name} className="border-t border-line">
            <th scope="row" className="font-normal">
              {name}
            </th>
            {series.map((one) => (
              <td key={one} className="text-right">
                {counts[one]}
              </td>
            ))}
            <td className="text-right">{total}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
