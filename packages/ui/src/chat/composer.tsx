// Where the person writes to the agent. Enter sends, Shift+Enter makes a new line; a running turn can be stopped.
import { LIMITS } from '@countersign/protocol'
import { Send, Square } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcut } from '../app/keyboard/shortcuts.ts'
import { useMirror, useProject } from '../connection/project-context.ts'
import { runningTurn } from '../mirror/selectors.ts'
import { Button } from '../shared/button.tsx'
import { useSend } from './use-send.ts'

const MAX = LIMITS.maxUserMessageCharacters

export function Composer({ sessionId }: { readonly sessionId: string }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const { send, error } = useSend(sessionId)
  const field = useRef<HTMLTextAreaElement>(null)
  useShortcut({ keys: '/', label: t('chat.keys.compose'), group: t('app.views.chat'), run: () => field.current?.focus() })
  const isTooLong = text.length > MAX
  const canSend = text.trim() !== '' && !isTooLong
  const submit = async () => {
    if (canSend && (await send(text.trim()))) setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void submit()
  }
  return (
    <div className="shrink-0 border-t border-line bg-panel p-2">
      {(error || isTooLong) && (
        <p role="alert" className="mx-auto max-w-3xl pb-1 text-sm text-high">
          {isTooLong ? t('chat.tooLong', { count: MAX }) : error}
        </p>
      )}
      <div className="mx-auto flex max-w-3xl items-end gap-2">
        <textarea
          ref={field}
          aria-label={t('chat.message')}
          placeholder={t('chat.placeholder')}
          rows={Math.min(8, text.split('\n').length)}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
          className="min-h-9 flex-1 resize-none rounded-md border border-strong-line bg-canvas px-3 py-1.5"
        />
        <StopButton sessionId={sessionId} />
        <Button kind="primary" label={t('chat.send')} disabled={!canSend} onClick={() => void submit()} className="min-h-9">
          <Send size={16} aria-hidden />
        </Button>
      </div>
    </div>
  )
}

function StopButton({ sessionId }: { readonly sessionId: string }) {
  const { t } = useTranslation()
  const { client, projectId } = useProject()
  const turnId = useMirror((state) => runningTurn(state, sessionId)?.turn_id)
  const [isStopping, setStopping] = useState(false)
  if (turnId === undefined) return null
  const stop = () => {
    setStopping(true)
    // It may have ended by itself meanwhile: then there is nothing left to stop, and the stream says so.
    client.cancelTurn({ params: { p: projectId, t: turnId } }).catch(() => setStopping(false))
  }
  return (
    <Button kind="danger" label={t('chat.stop')} disabled={isStopping} onClick={stop} className="min-h-9">
      <Square size={16} aria-hidden />
    </Button>
  )
}
