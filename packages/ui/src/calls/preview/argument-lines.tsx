// The exact command, one argument per line, so that argument boundaries are unmistakable.
import { useTranslation } from 'react-i18next'
import { VisibleText } from '../../shared/text/visible-text.tsx'

export function ArgumentLines({ words }: { readonly words: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <ol
      aria-label={t('approvals.command.label')}
      className="max-h-96 overflow-auto rounded-md border border-line bg-sunken py-1 font-mono text-xs leading-5"
    >
      {words.map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: arguments have no other name than their place
        <li key={index} className="flex gap-2 px-2">
          <span className="w-5 shrink-0 text-right text-muted select-none" aria-hidden>
            {index === 0 ? '$' : index}
          </span>
          <span className={`min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere] ${index === 0 ? 'font-semibold' : ''}`}>
            {word === '' ? <em className="text-muted">{t('approvals.command.empty')}</em> : <VisibleText text={word} />}
          </span>
        </li>
      ))}
    </ol>
  )
}
