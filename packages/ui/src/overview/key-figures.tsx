// The figures that matter most, each as a number with its name.
import type { OverviewView } from '@countersign/protocol'
import { useTranslation } from 'react-i18next'
import { answerTime } from './answer-time.ts'
import { sum } from './figures.ts'

export function KeyFigures({ overview: { calls, decisions } }: { readonly overview: OverviewView }) {
  const { t, i18n } = useTranslation()
  const number = (count: number) => new Intl.NumberFormat(i18n.language).format(count)
  const failed = sum(calls.filter(({ status }) => status === 'failed').map(({ count }) => count))
  const { count, approved, answered, rejected, expired, median_seconds } = decisions
  const figures: [string, string][] = [
    [t('overview.calls'), number(sum(calls.map((call) => call.count)))],
    [t('overview.failed'), number(failed)],
    [t('overview.asked'), number(count)],
    [t('overview.approved'), number(approved)],
    [t('overview.answered'), number(answered)],
    [t('overview.rejected'), number(rejected)],
    [t('overview.expired'), number(expired)],
    [t('overview.median'), median_seconds === null ? '–' : answerTime(median_seconds, i18n.language)],
  ]
  return (
    <dl className="grid grid-cols-2 gap-2 sm:grid-cols-4 xl:grid-cols-8">
      {figures.map(([name, value]) => (
        <div key={name} className="flex flex-col-reverse justify-end rounded-lg border border-line bg-panel px-3 py-2">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="text-xl font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
