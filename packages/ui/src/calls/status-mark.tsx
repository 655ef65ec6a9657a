// The status of a call: icon, colour and word together.
import { type Standing, type StandingName, standingOf } from '@countersign/protocol'
import { Ban, CircleCheck, CircleX, Clock, LoaderCircle, type LucideIcon, ShieldQuestionMark, ShieldX } from 'lucide-react'
import { useTranslation } from 'react-i18next'

const STYLES: Record<StandingName, { readonly Icon: LucideIcon; readonly colour: string }> = {
  pending: { Icon: LoaderCircle, colour: 'text-muted' },
  awaiting_approval: { Icon: ShieldQuestionMark, colour: 'text-medium' },
  approved: { Icon: LoaderCircle, colour: 'text-muted' },
  executing: { Icon: LoaderCircle, colour: 'text-accent' },
  completed: { Icon: CircleCheck, colour: 'text-low' },
  rejected: { Icon: Ban, colour: 'text-high' },
  timeout: { Icon: Clock, colour: 'text-high' },
  refused: { Icon: ShieldX, colour: 'text-high' },
  failed: { Icon: CircleX, colour: 'text-high' },
  cancelled: { Icon: Ban, colour: 'text-muted' },
}

export function StatusMark({ call }: { readonly call: Standing }) {
  const { t } = useTranslation()
  const status = standingOf(call)
  const { Icon, colour } = STYLES[status]
  return (
    <span className={`inline-flex items-center gap-1 text-xs font-medium whitespace-nowrap ${colour}`}>
      <Icon size={14} className={Icon === LoaderCircle ? 'animate-spin' : ''} aria-hidden />
      {t(`chat.status.${status}`)}
    </span>
  )
}
