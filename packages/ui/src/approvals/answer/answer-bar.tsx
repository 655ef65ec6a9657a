// The foot of a card: its answers, why they are disabled, and what went wrong with the last one.
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLink } from '../../connection/project-context.ts'
import type { Waiting } from '../../mirror/state/waiting.ts'
import { useErrorText } from '../../sentences/use-error-text.ts'
import { useSecondsLeft } from '../../shared/time/countdown.tsx'
import { useApprovalQueue } from '../state/approval-queue.ts'

export interface AnswerBarProps {
  readonly waiting: Waiting
  readonly children: ReactNode
}

export function AnswerBar({ waiting: { id, expires_at }, children }: AnswerBarProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const problem = useApprovalQueue(({ problems }) => problems.get(id))
  const isSending = useApprovalQueue(({ sending }) => sending.has(id))
  const isLate = useSecondsLeft(expires_at) === 0
  const isOffline = useLink() === 'offline'
  const hints = [isLate && t('approvals.expired'), isOffline && t('approvals.offline'), isSending && t('approvals.sending')]
  return (
    <footer className="sticky -bottom-3 -mx-3 flex flex-wrap items-center gap-2 rounded-b-lg border-t border-line bg-panel px-3 py-2">
      {children}
      <span role="status" className="text-sm text-muted empty:hidden">
        {hints.find((hint) => hint !== false)}
      </span>
      {problem !== undefined && (
        <p role="alert" className="w-full text-sm text-high [overflow-wrap:anywhere]">
          {t('approvals.failed', { error: errorText(problem) })}
        </p>
      )}
    </footer>
  )
}
