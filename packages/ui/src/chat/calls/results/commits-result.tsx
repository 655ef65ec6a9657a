// Commits, the newest first.
import { useTranslation } from 'react-i18next'
import { safeProse } from '../../../shared/text/safe-text.ts'
import { Moment } from '../../../shared/time/moment.tsx'
import { listOf, type ResultProps, textOf } from './fields.ts'

const SHORT_NAME = 7

export function CommitsResult({ fields }: ResultProps) {
  const { t } = useTranslation()
  const commits = listOf(fields.commits)
  if (commits.length === 0) return <p className="text-xs text-muted">{t('chat.nothingFound')}</p>
  return (
    <ul
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t('chat.result')}
      className="max-h-80 overflow-auto rounded-md border border-line py-1 text-xs"
    >
      {commits.map(({ commit, subject, author, date }) => (
        <li key={textOf(commit)} className="flex flex-wrap gap-x-2 px-2 py-0.5">
          <code className="font-mono text-muted">{textOf(commit).slice(0, SHORT_NAME)}</code>
          <span className="min-w-0 flex-1 break-words">{safeProse(textOf(subject))}</span>
          <span className="text-muted">{safeProse(textOf(author))}</span>
          {typeof date === 'string' && <Moment at={date} />}
        </li>
      ))}
    </ul>
  )
}
