// The head of a card: what is requested, by whom, its risk, the time left. It opens and closes the card.
import type { Risk } from '@countersign/protocol'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { RiskMark } from '../../calls/risk-mark.tsx'
import { useCallTitle } from '../../calls/use-call-title.ts'
import { useMirror } from '../../connection/project-context.ts'
import { countWaiting } from '../../mirror/state/selectors.ts'
import type { Waiting } from '../../mirror/state/waiting.ts'
import { hrefOf } from '../../shared/browser/route.ts'
import { safeProse } from '../../shared/text/safe-text.ts'
import { VisibleText } from '../../shared/text/visible-text.tsx'
import { Countdown } from '../../shared/time/countdown.tsx'
import { toggleSelected, useApprovalQueue } from '../state/approval-queue.ts'

export interface CardHeadProps {
  readonly waiting: Waiting
  readonly isOpen: boolean
  readonly onToggle: () => void
}

export function CardHead({ waiting, isOpen, onToggle }: CardHeadProps) {
  const { t } = useTranslation()
  const { id, agent, expires_at, kind, tool_name, session_id } = waiting
  const description = useCallTitle()(waiting)
  const isSelected = useApprovalQueue(({ selected }) => selected.has(id))
  const isOneOfMany = useMirror(countWaiting) > 1
  const Arrow = isOpen ? ChevronDown : ChevronRight
  return (
    <header className="flex items-start gap-2 p-3">
      {kind === 'approval' && (isOneOfMany || isSelected) && (
        <input
          type="checkbox"
          checked={isSelected}
          onChange={() => toggleSelected(id)}
          aria-label={t('approvals.select', { description })}
          className="mt-1 size-4 shrink-0 accent-accent"
        />
      )}
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold">
          <button type="button" aria-expanded={isOpen} onClick={onToggle} className="flex w-full min-w-0 items-start gap-1 text-left">
            <Arrow size={16} className="mt-0.5 shrink-0 text-muted" aria-hidden />
            <span className="line-clamp-3 min-w-0 [overflow-wrap:anywhere]" title={description}>
              <VisibleText text={description} />
            </span>
          </button>
        </h2>
        <div className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 pl-5 text-xs text-muted">
          <span className="[overflow-wrap:anywhere]">
            {t('approvals.asks', { agent })} · <code className="font-mono">{tool_name}</code>
          </span>
          <ConversationName sessionId={session_id} />
          <Countdown expiresAt={expires_at} />
        </div>
      </div>
      <RiskMark risk={highestRisk(waiting)} />
    </header>
  )
}

/** Empty if the conversation is not known here. */
function ConversationName({ sessionId }: { readonly sessionId: string }) {
  const { t } = useTranslation()
  const known = useMirror(({ sessions }) => sessions.get(sessionId)?.title)
  if (known === undefined) return null
  const title = known === '' ? t('chat.untitled') : known
  return (
    <a href={hrefOf('chat', sessionId)} title={title} className="line-clamp-1 min-w-0 underline [overflow-wrap:anywhere]">
      {t('approvals.inConversation', { title: safeProse(title) })}
    </a>
  )
}

const RISKS = ['HIGH', 'MEDIUM', 'LOW'] as const

/** A review itself changes nothing, but its hunks have risks of their own. */
function highestRisk({ preview, risk_level }: Waiting): Risk {
  const risks = preview?.kind === 'review' ? preview.files.map((file) => file.risk_level) : []
  return RISKS.find((risk) => risk === risk_level || risks.includes(risk)) ?? risk_level
}
