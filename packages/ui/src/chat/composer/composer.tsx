// Where the person writes to the agent. Enter sends, Shift+Enter makes a new line; a running turn can be stopped.
import { LIMITS } from '@countersign/protocol'
import { Send } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMirror } from '../../connection/project-context.ts'
import { useErrorText } from '../../sentences/use-error-text.ts'
import { useShortcut } from '../../shared/browser/shortcuts.ts'
import { Button } from '../../shared/controls/button.tsx'
import { useSend } from '../sending/use-send.ts'
import { useDraft } from './drafts.ts'
import { ModelBar } from './model-bar.tsx'
import { StopButton } from './stop-button.tsx'
import { useLettersInEmptyField } from './use-letters-in-empty-field.ts'

const MAX = LIMITS.maxUserMessageCharacters
const MAX_ROWS = 10

export interface ComposerProps {
  readonly sessionId: string
  /** The model for a conversation that has not begun. */
  readonly model: string | null
  readonly onModel: (model: string | null) => void
  /** Set if the conversation belongs to an external agent. */
  readonly otherAgent: string | undefined
}

export function Composer({ sessionId, model, onModel, otherAgent }: ComposerProps) {
  const { t } = useTranslation()
  const hasEnded = useMirror(({ sessions }) => (sessions.get(sessionId)?.ended_at ?? null) !== null)
  if (otherAgent !== undefined) return <Notice text={t('chat.otherAgent', { agent: otherAgent })} />
  return (
    <div className="shrink-0 border-t border-line bg-panel px-2 pt-2 pb-1">
      {hasEnded && <p className="mx-auto max-w-3xl px-1 pb-1 text-xs text-muted">{t('chat.ended')}</p>}
      <Writing sessionId={sessionId} target={hasEnded ? '' : sessionId} model={model} />
      <ModelBar sessionId={sessionId} model={model} onModel={onModel} />
    </div>
  )
}

interface WritingProps {
  readonly sessionId: string
  /** The conversation it is sent to; empty: a new one. */
  readonly target: string
  readonly model: string | null
}

function Writing({ sessionId, target, model }: WritingProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const [text, setText] = useDraft(sessionId)
  const { send, error, isSending } = useSend({ sessionId: target, model })
  const field = useRef<HTMLTextAreaElement>(null)
  useShortcut({ keys: '/', label: t('chat.keys.compose'), group: t('app.views.chat'), run: () => field.current?.focus() })
  const isTooLong = text.length > MAX
  const canSend = text.trim() !== '' && !isTooLong && !isSending
  const submit = async () => {
    if (canSend && (await send(text.trim()))) setText('')
  }
  const onLetter = useLettersInEmptyField(text, setText)
  const onKeyDown = (event: KeyboardEvent) => {
    if (onLetter(event)) return
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void submit()
  }
  return (
    <div className="mx-auto max-w-3xl">
      {(error || isTooLong) && (
        <p role="alert" className="px-1 pb-1 text-sm text-high">
          {isTooLong ? t('chat.tooLong', { count: MAX, length: text.length }) : t('chat.notSent', { error: errorText(error) })}
        </p>
      )}
      <div className="flex items-end gap-2">
        <textarea
          ref={field}
          aria-label={t('chat.message')}
          placeholder={t('chat.placeholder')}
          rows={Math.min(MAX_ROWS, text.split('\n').length)}
          dir="auto"
          value={text}
          onChange={({ target: changed }) => setText(changed.value)}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-60 min-h-9 min-w-0 flex-1 resize-none rounded-md border border-strong-line bg-canvas px-3 py-1.5"
        />
        <StopButton sessionId={sessionId} />
        <Button kind="primary" label={t('chat.send')} disabled={!canSend} onClick={() => void submit()} className="min-h-9">
          <Send size={16} aria-hidden />
        </Button>
      </div>
    </div>
  )
}

const Notice = ({ text }: { readonly text: string }) => (
  <p className="shrink-0 border-t border-line bg-panel px-4 py-3 text-center text-sm text-muted">{text}</p>
)
