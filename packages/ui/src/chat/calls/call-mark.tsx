// The state of a call: icon, colour and word together, each state distinct.
import {
  Ban,
  CircleCheck,
  CircleSlash,
  CircleX,
  Clock,
  LoaderCircle,
  type LucideIcon,
  PlugZap,
  ShieldQuestionMark,
  ShieldX,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallState } from './call-state.ts'

const STYLES: Record<CallState, { readonly Icon: LucideIcon; readonly colour: string }> = {
  pending: { Icon: LoaderCircle, colour: 'text-muted' },
  'waiting-for-runner': { Icon: PlugZap, colour: 'text-medium' },
  awaiting_approval: { Icon: ShieldQuestionMark, colour: 'text-medium' },
  approved: { Icon: LoaderCircle, colour: 'text-muted' },
  executing: { Icon: LoaderCircle, colour: 'text-accent' },
  done: { Icon: CircleCheck, colour: 'text-low' },
  'ended-badly': { Icon: CircleX, colour: 'text-high' },
  rejected: { Icon: Ban, colour: 'text-high' },
  refused: { Icon: ShieldX, colour: 'text-high' },
  timeout: { Icon: Clock, colour: 'text-high' },
  failed: { Icon: CircleX, colour: 'text-high' },
  cancelled: { Icon: CircleSlash, colour: 'text-muted' },
}

const STILL_MILLISECONDS = 300

export function CallIcon({ state }: { readonly state: CallState }) {
  const { Icon, colour } = STYLES[state]
  if (Icon === LoaderCircle) return <Spinner colour={colour} />
  return <Icon size={16} className={`shrink-0 ${colour}`} aria-hidden />
}

/** Spins only after a delay: most calls end before, and each animation costs the browser a layer. */
function Spinner({ colour }: { readonly colour: string }) {
  const [isTurning, setTurning] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTurning(true), STILL_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [])
  return <LoaderCircle size={16} className={`shrink-0 ${colour} ${isTurning ? 'animate-spin' : ''}`} aria-hidden />
}

export function CallWord({ state }: { readonly state: CallState }) {
  const { t } = useTranslation()
  return <span className={`shrink-0 text-xs font-medium whitespace-nowrap ${STYLES[state].colour}`}>{t(`chat.state.${state}`)}</span>
}
