// The first line of a card: title, state, duration. The whole line opens the card.
import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useShortTitle } from '../../calls/use-call-title.ts'
import { useMirror } from '../../connection/project-context.ts'
import type { Call } from '../../mirror/calls/call.ts'
import { hrefOf } from '../../shared/browser/route.ts'
import { formatDuration } from '../../shared/time/format-duration.ts'
import { useNow } from '../../shared/time/use-now.ts'
import { CallIcon, CallWord } from './call-mark.tsx'
import { durationOf, stateOf } from './call-state.ts'

interface CallHeadProps {
  readonly call: Call
  readonly isOpen: boolean
  readonly onToggle: () => void
}

export function CallHead({ call, isOpen, onToggle }: CallHeadProps) {
  const isRunnerOnline = useMirror(({ runner }) => runner?.online === true)
  const state = stateOf(call, isRunnerOnline)
  const title = useShortTitle()(call)
  return (
    <div className="flex flex-wrap items-center gap-x-2 pr-3">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex min-h-9 min-w-0 flex-1 items-center gap-2 py-1.5 pl-2 text-left"
      >
        <ChevronRight size={14} className={`shrink-0 text-muted transition-transform ${isOpen ? 'rotate-90' : ''}`} aria-hidden />
        <CallIcon state={state} />
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
          <span className="min-w-24 flex-1 truncate">{title}</span>
          <CallWord state={state} />
        </span>
      </button>
      <Duration call={call} />
      {state === 'awaiting_approval' && <AnswerLink id={call.id} />}
    </div>
  )
}

/** Links to its approval, unless it was already answered. */
function AnswerLink({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const approval = useMirror(({ waiting }) => [...waiting.values()].find(({ tool_id }) => tool_id === id)?.id)
  return (
    <a
      href={hrefOf('approvals', approval)}
      className="my-1 inline-flex min-h-7 shrink-0 items-center rounded-md bg-medium-soft px-2 text-xs font-medium text-medium hover:underline"
    >
      {t('chat.answer')}
    </a>
  )
}

function Duration({ call }: { readonly call: Call }) {
  const { i18n } = useTranslation()
  const milliseconds = durationOf(call)
  if (call.status === 'executing' && call.started_at) return <Elapsed since={call.started_at} />
  if (milliseconds === null) return null
  return <span className="shrink-0 text-xs text-muted tabular-nums">{formatDuration(milliseconds, i18n.language)}</span>
}

/** Shown only after a second: quick calls would flash a number. */
function Elapsed({ since }: { readonly since: string }) {
  const { i18n } = useTranslation()
  const seconds = Math.floor((useNow(1_000) - Date.parse(since)) / 1_000)
  if (seconds < 1) return null
  return <span className="shrink-0 text-xs text-muted tabular-nums">{formatDuration(seconds * 1_000, i18n.language)}</span>
}
