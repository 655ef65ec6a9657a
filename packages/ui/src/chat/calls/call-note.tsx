// What a person must know of a call without opening it: why it was refused or failed, or in a few figures what it gave.
import { useTranslation } from 'react-i18next'
import { useMirror } from '../../connection/project-context.ts'
import type { Call } from '../../mirror/call.ts'
import { safeProse } from '../../shared/safe-text.ts'
import { stateOf } from './call-state.ts'
import { gistWords } from './gist-words.ts'

export function CallNote({ call }: { readonly call: Call }) {
  const { t } = useTranslation()
  const isRunnerOnline = useMirror(({ runner }) => runner?.online === true)
  const state = stateOf(call, isRunnerOnline)
  if (state === 'waiting-for-runner') return <Note text={t('chat.waitsForRunner')} colour="text-medium" />
  if (call.error !== null) return <Note text={safeProse(call.error)} colour={state === 'cancelled' ? 'text-muted' : 'text-high'} />
  const words = gistWords(call, t)
  if (words === '' && !call.undone_by) return null
  return (
    <Note
      text={[words, call.undone_by ? t('chat.undone') : ''].filter(Boolean).join(' · ')}
      colour={state === 'ended-badly' ? 'text-high' : 'text-muted'}
    />
  )
}

const Note = ({ text, colour }: { readonly text: string; readonly colour: string }) => (
  <p className={`-mt-1 line-clamp-3 pr-3 pb-2 pl-13 text-xs break-words ${colour}`}>{text}</p>
)
