// The note under a card's title: the tool, and why it was refused or failed, or a summary of its result.
import { useTranslation } from 'react-i18next'
import { describeLateResult } from '../../calls/describe-late-result.ts'
import { useMirror } from '../../connection/project-context.ts'
import type { Call } from '../../mirror/calls/call.ts'
import { useRenderSentence } from '../../sentences/use-render-sentence.ts'
import { safeProse } from '../../shared/text/safe-text.ts'
import { type CallState, stateOf } from './call-state.ts'
import { describeSummary } from './describe-summary.ts'

export function CallNote({ call }: { readonly call: Call }) {
  const isRunnerOnline = useMirror(({ runner }) => runner?.online === true)
  const { text, colour } = useNote(call, stateOf(call, isRunnerOnline))
  return (
    <p className="-mt-1 mb-2 line-clamp-3 pr-3 pl-13 text-xs break-words text-muted">
      <code className="font-mono">{call.tool_name}</code>
      {text !== '' && (
        <>
          {' · '}
          <span className={colour}>{text}</span>
        </>
      )}
    </p>
  )
}

interface Note {
  readonly text: string
  readonly colour: string
}

function useNote(call: Call, state: CallState): Note {
  const { t } = useTranslation()
  const render = useRenderSentence()
  if (state === 'waiting-for-runner') return { text: t('chat.waitsForRunner'), colour: 'text-medium' }
  if (call.late_result)
    return { text: describeLateResult(call.late_result, t, render), colour: call.late_result.status === 'failed' ? 'text-high' : '' }
  if (call.error !== null) return { text: safeProse(render(call.error, call.error_form)), colour: state === 'cancelled' ? '' : 'text-high' }
  const text = [describeSummary(call, t), call.undone_by ? t('chat.undone') : ''].filter(Boolean).join(' · ')
  return { text, colour: state === 'ended-badly' ? 'text-high' : '' }
}
