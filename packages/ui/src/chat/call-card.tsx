// One tool call: what it is, how it stands, and on request its parameters, output and result.
import type { Status } from '@countersign/protocol'
import { Ban, CircleCheck, CircleX, Clock, LoaderCircle, type LucideIcon, ShieldQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hrefOf } from '../app/route.ts'
import { useMirror, useProject } from '../connection/project-context.ts'
import type { Call } from '../mirror/call.ts'
import { CallDetails } from './call-details.tsx'
import { titleOf } from './title-of.ts'

const LOOKS: Record<Status, { readonly Icon: LucideIcon; readonly colour: string }> = {
  pending: { Icon: LoaderCircle, colour: 'text-muted' },
  awaiting_approval: { Icon: ShieldQuestionMark, colour: 'text-medium' },
  approved: { Icon: LoaderCircle, colour: 'text-muted' },
  executing: { Icon: LoaderCircle, colour: 'text-accent' },
  completed: { Icon: CircleCheck, colour: 'text-low' },
  rejected: { Icon: Ban, colour: 'text-high' },
  timeout: { Icon: Clock, colour: 'text-high' },
  failed: { Icon: CircleX, colour: 'text-high' },
  cancelled: { Icon: Ban, colour: 'text-muted' },
}

export function CallCard({ id }: { readonly id: string }) {
  const call = useMirror(({ calls }) => calls.get(id))
  const { mirror } = useProject()
  const [isOpen, setOpen] = useState(false)
  if (!call) return null
  // What events tell is enough for the head; the record is fetched when somebody looks inside. Without a connection it waits.
  const onToggle = (open: boolean) => {
    setOpen(open)
    if (open && !call.is_whole) mirror.fetchCall(id).catch(() => setOpen(false))
  }
  return (
    <details
      aria-label={titleOf(call)}
      open={isOpen}
      className="rounded-lg border border-line bg-panel"
      onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
    >
      <CardHead call={call} />
      {isOpen && <CallDetails call={call} />}
    </details>
  )
}

function CardHead({ call }: { readonly call: Call }) {
  const { t } = useTranslation()
  const { Icon, colour } = LOOKS[call.status]
  const isBusy = Icon === LoaderCircle
  return (
    <summary className="flex items-center gap-2 px-3 py-2">
      <Icon size={16} className={`shrink-0 ${colour} ${isBusy ? 'animate-spin' : ''}`} aria-hidden />
      <span className="min-w-0 flex-1 truncate">{titleOf(call)}</span>
      <code className="hidden shrink-0 font-mono text-xs text-muted sm:inline">{call.tool_name}</code>
      <span className={`shrink-0 text-xs ${colour}`}>{t(`chat.status.${call.status}`)}</span>
      {call.status === 'awaiting_approval' && (
        <a href={hrefOf('approvals')} className="shrink-0 rounded-md bg-medium-soft px-2 py-0.5 text-xs font-medium text-medium">
          {t('chat.answer')}
        </a>
      )}
    </summary>
  )
}
