// How long the person took to answer: a bar for each span of time.
import type { OverviewView } from '@countersign/protocol'
import { useTranslation } from 'react-i18next'
import { formatDuration } from '../shared/time/format-duration.ts'
import { ChartFrame } from './chart-frame.tsx'

interface Span {
  readonly name: string
  readonly count: number
}

export function DecisionChart({ overview: { decisions } }: { readonly overview: OverviewView }) {
  const { t, i18n } = useTranslation()
  const { buckets, median_seconds, p90_seconds } = decisions
  const duration = (seconds: number) => formatDuration(Math.max(seconds, 1) * 1000, i18n.language)
  const spans: Span[] = buckets.map(({ up_to_seconds, count }, index) => ({
    count,
    name:
      up_to_seconds === null
        ? t('overview.longer', { time: duration(buckets[index - 1]?.up_to_seconds ?? 0) })
        : t('overview.upTo', { time: duration(up_to_seconds) }),
  }))
  const summary =
    median_seconds === null || p90_seconds === null
      ? t('overview.noAnswers')
      : t('overview.decisionSummary', { median: duration(median_seconds), slow: duration(p90_seconds) })
  return (
    <ChartFrame title={t('overview.decisionTime')} summary={summary} table={<SpanTable spans={spans} />}>
      <p className="mb-3 text-sm text-muted">{summary}</p>
      <SpanBars spans={spans} />
    </ChartFrame>
  )
}

function SpanBars({ spans }: { readonly spans: readonly Span[] }) {
  const most = Math.max(1, ...spans.map(({ count }) => count))
  return (
    <div className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1.5 text-xs">
      {spans.map(({ name, count }) => (
        <div key={name} className="contents">
          <span className="whitespace-nowrap">{name}</span>
          <span className="flex h-3">
            {count > 0 && <span className="min-w-0.5 rounded-sm bg-accent" style={{ width: `${(count / most) * 100}%` }} />}
          </span>
          <span className="text-right text-muted tabular-nums">{count}</span>
        </div>
      ))}
    </div>
  )
}

function SpanTable({ spans }: { readonly spans: readonly Span[] }) {
  const { t } = useTranslation()
  return (
    <table className="w-full text-left text-xs tabular-nums">
      <caption className="sr-only">{t('overview.decisionTime')}</caption>
      <thead className="text-muted">
        <tr>
          <th scope="col">{t('overview.answerTook')}</th>
          <th scope="col" className="text-right">
            {t('overview.answers')}
          </th>
        </tr>
      </thead>
      <tbody>
        {spans.map(({ name, count }) => (
          <tr key={name} className="border-t border-line">
            <th scope="row" className="font-normal">
              {name}
            </th>
            <td className="text-right">{count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
