// One call in the list: title, status, risk, agent, time, duration. The whole row links to its record.

import type { ExecutionView } from '@countersign/protocol'
import { useTranslation } from 'react-i18next'
import { RiskMark } from '../../calls/risk-mark.tsx'
import { StatusMark } from '../../calls/status-mark.tsx'
import { useShortTitle } from '../../calls/use-call-title.ts'
import { safeProse } from '../../shared/text/safe-text.ts'
import { formatDuration } from '../../shared/time/format-duration.ts'
import { Moment } from '../../shared/time/moment.tsx'

export interface CallRowProps {
  readonly call: ExecutionView
  readonly href: string
  readonly isOpen: boolean
}

export function CallRow({ call, href, isOpen }: CallRowProps) {
  const { t, i18n } = useTranslation()
  const title = useShortTitle()(call)
  const { tool_name, agent, risk_level, created_at, execution_time_ms, undone_by, late_result } = call
  return (
    <a
      href={href}
      aria-current={isOpen ? 'true' : undefined}
      className={`flex flex-col gap-0.5 border-b border-line px-3 py-2 ${isOpen ? 'bg-accent-soft' : 'hover:bg-sunken'}`}
    >
      <span className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate font-medium">{safeProse(title)}</span>
        {undone_by !== null && <span className="rounded-full bg-sunken px-2 text-xs text-muted">{t('history.undone')}</span>}
        {late_result && <span className="rounded-full bg-sunken px-2 text-xs text-muted">{t(`history.late.${late_result.status}`)}</span>}
        <StatusMark call={call} />
      </span>
      <span className="flex items-center gap-x-3 text-xs text-muted">
        {risk_level && <RiskMark risk={risk_level} />}
        <code className="min-w-0 truncate font-mono">{tool_name}</code>
        <span className="min-w-0 flex-1 truncate">{agent}</span>
        {execution_time_ms !== null && (
          <span className="hidden whitespace-nowrap tabular-nums @lg:inline">{formatDuration(execution_time_ms, i18n.language)}</span>
        )}
        <Moment at={created_at} />
      </span>
    </a>
  )
}
