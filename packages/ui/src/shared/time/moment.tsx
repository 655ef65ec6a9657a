// A point in time in the person's language and time zone: short in a list, complete on hover and for machines.
import { useTranslation } from 'react-i18next'

export function Moment({ at, isWhole = false }: { readonly at: string; readonly isWhole?: boolean }) {
  const { i18n } = useTranslation()
  const whole = wholeTime(at, i18n.language)
  return (
    <time dateTime={at} title={whole} className="whitespace-nowrap tabular-nums">
      {isWhole ? whole : shortTime(at, i18n.language)}
    </time>
  )
}

export const wholeTime = (at: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(at))

function shortTime(at: string, language: string): string {
  const moment = new Date(at)
  const isToday = moment.toDateString() === new Date().toDateString()
  const clock = { hour: 'numeric', minute: '2-digit' } as const
  const format = isToday ? { ...clock, second: '2-digit' as const } : { ...clock, month: 'short' as const, day: 'numeric' as const }
  return new Intl.DateTimeFormat(language, format).format(moment)
}
