// What the person or the agent said.
import { useTranslation } from 'react-i18next'
import { useMirror } from '../connection/project-context.ts'
import { Markdown } from '../shared/markdown/markdown.tsx'

export function Message({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const message = useMirror(({ messages }) => messages.get(id))
  if (!message || message.content === '') return null
  if (message.role === 'user')
    return (
      <article
        aria-label={t('chat.you')}
        className="ml-auto w-fit max-w-[85%] rounded-lg bg-accent-soft px-3 py-2 break-words whitespace-pre-wrap"
      >
        {message.content}
      </article>
    )
  return (
    <article aria-label={t('chat.agent')} className="px-1">
      <Markdown text={message.content} />
    </article>
  )
}
