// Words of the agent, marked as such, so that nobody mistakes them for words of Countersign.
import { Bot } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { VisibleText } from '../../shared/text/visible-text.tsx'

export function AgentWords({ agent, text }: { readonly agent: string; readonly text: string }) {
  const { t } = useTranslation()
  const label = t('review.words', { agent })
  return (
    <figure aria-label={label} className="rounded-md border-l-4 border-medium bg-sunken px-3 py-2">
      <figcaption className="mb-1 flex items-center gap-1 text-xs font-medium text-muted">
        <Bot size={14} aria-hidden />
        {label}
      </figcaption>
      <blockquote className="max-h-80 overflow-auto whitespace-pre-wrap [overflow-wrap:anywhere]">
        <VisibleText text={text} multiline />
      </blockquote>
    </figure>
  )
}
