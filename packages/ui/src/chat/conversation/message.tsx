// A message of the person or the agent.
import { renderSentence, type Sentence } from '@countersign/protocol'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMirror } from '../../connection/project-context.ts'
import type { ShownMessage } from '../../mirror/state/state.ts'
import { useRenderSentence } from '../../sentences/use-render-sentence.ts'
import { Markdown } from '../../shared/markdown/markdown.tsx'
import { safeProse } from '../../shared/text/safe-text.ts'
import { TextBlock } from '../../shared/text/text-block.tsx'

/** Longer text is shown plain: parsing it as markdown would take too long. */
const MAX_MARKDOWN_CHARACTERS = 200_000

export const Message = memo(({ id }: { readonly id: string }) => {
  const { t } = useTranslation()
  const message = useMirror(({ messages }) => messages.get(id))
  if (!message) return null
  const { role, content } = message
  if (role === 'user')
    return (
      <article
        aria-label={t('chat.you')}
        dir="auto"
        className="ml-auto w-fit max-w-[85%] rounded-lg bg-accent-soft px-3 py-2 break-words whitespace-pre-wrap"
      >
        {safeProse(content)}
      </article>
    )
  return (
    <>
      {content !== '' && (role === 'summary' ? <Summary text={content} /> : <AgentText text={withoutNote(message)} />)}
      {message.note_form && <Note form={message.note_form} />}
      <UnreadableCalls message={message} />
    </>
  )
})

export function AgentText({ text }: { readonly text: string }) {
  const { t } = useTranslation()
  return (
    <article aria-label={t('chat.agent')} className="px-1">
      {text.length > MAX_MARKDOWN_CHARACTERS ? <TextBlock label={t('chat.agent')} text={text} /> : <Markdown text={safeProse(text)} />}
    </article>
  )
}

/** The content ends with its note in English, for readers that know no forms. An event may have cut the end off. */
function withoutNote({ content, note_form }: ShownMessage): string {
  const note = note_form ? renderSentence(note_form) : undefined
  return note !== undefined && content.endsWith(note) ? content.slice(0, -note.length).trimEnd() : content
}

function Note({ form }: { readonly form: Sentence }) {
  const render = useRenderSentence()
  return <p className="px-1 pt-1 text-sm text-muted">{render('', form)}</p>
}

/** The summary that replaced earlier messages once they were too long for the model. */
function Summary({ text }: { readonly text: string }) {
  const { t } = useTranslation()
  return (
    <details className="rounded-lg border border-line bg-panel px-3 py-2 text-sm">
      <summary className="text-muted">{t('chat.summary')}</summary>
      <div className="pt-2">
        <Markdown text={safeProse(text)} />
      </div>
    </details>
  )
}

/** Calls of the model that could not be parsed; they have no card. */
function UnreadableCalls({ message }: { readonly message: ShownMessage }) {
  const { t } = useTranslation()
  const render = useRenderSentence()
  return message.tool_calls.map(({ call_id, tool_name, error, error_form }) =>
    error === undefined ? null : (
      <p key={call_id} className="mt-1 rounded-md bg-high-soft px-3 py-2 text-sm break-words text-high">
        {t('chat.unreadableCall', { tool: safeProse(tool_name), error: safeProse(render(error, error_form)) })}
      </p>
    ),
  )
}
