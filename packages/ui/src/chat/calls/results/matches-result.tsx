// Where a text was found, by file.
import { makeVisible } from '@countersign/protocol'
import { useTranslation } from 'react-i18next'
import { type Fields, listOf, numberOf, type ResultProps, textOf } from './fields.ts'
import { FileLink } from './file-link.tsx'

const SHOWN = 100
const LINE_CHARACTERS = 300

export function MatchesResult({ fields }: ResultProps) {
  const { t } = useTranslation()
  const matches = listOf(fields.matches)
  if (matches.length === 0) return <p className="text-xs text-muted">{t('chat.nothingFound')}</p>
  const byFile = Map.groupBy(matches.slice(0, SHOWN), ({ path }) => textOf(path))
  const left = Math.max(numberOf(fields.total_count), matches.length) - Math.min(matches.length, SHOWN)
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t('chat.result')}
      className="flex max-h-80 flex-col gap-2 overflow-auto rounded-md border border-line p-2 text-xs"
    >
      {[...byFile].map(([path, found]) => (
        <div key={path} className="min-w-0">
          <FileLink path={path} />
          {found.map((match) => (
            <Line key={`${match.line}:${match.column}`} match={match} />
          ))}
        </div>
      ))}
      {left > 0 && <p className="text-muted">{t('chat.more', { count: left })}</p>}
    </section>
  )
}

const Line = ({ match }: { readonly match: Fields }) => (
  <p className="flex gap-2 font-mono">
    <span className="w-10 shrink-0 text-right text-muted tabular-nums">{numberOf(match.line)}</span>
    <span className="min-w-0 break-words whitespace-pre-wrap">{makeVisible(textOf(match.text).slice(0, LINE_CHARACTERS))}</span>
  </p>
)
