// The facts of a call in two columns: who, when, how long.

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { hrefOf } from '../../shared/browser/route.ts'
import { ServerText } from '../../shared/text/server-text.tsx'
import { formatDuration } from '../../shared/time/format-duration.ts'
import { Moment } from '../../shared/time/moment.tsx'
import type { CallRecord } from './call-record.ts'

export function Facts({ record: { execution, approval, grant } }: { readonly record: CallRecord }) {
  const { t, i18n } = useTranslation()
  const { agent, session_id, created_at, approved_at, started_at, completed_at, execution_time_ms, undone_by } = execution
  const duration = (milliseconds: number) => formatDuration(milliseconds, i18n.language)
  const answered = approval?.decision?.at
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
      <Fact name={t('history.agent')}>{agent}</Fact>
      <Fact name={t('history.conversation')}>
        <a className="text-accent underline" href={hrefOf('chat', session_id)}>
          {t('history.openConversation')}
        </a>
      </Fact>
      <Fact name={t('history.created')}>
        <Moment at={created_at} isWhole />
      </Fact>
      {answered && approval && (
        <Fact name={t('history.answered')}>
          {t('history.answeredAfter', { time: duration(Date.parse(answered) - Date.parse(approval.created_at)) })}
        </Fact>
      )}
      {approved_at && !answered && (
        <Fact name={t('history.cleared')}>
          <Moment at={approved_at} isWhole />
        </Fact>
      )}
      {started_at && (
        <Fact name={t('history.started')}>
          <Moment at={started_at} isWhole />
        </Fact>
      )}
      {completed_at && (
        <Fact name={t('history.ended')}>
          <Moment at={completed_at} isWhole />
        </Fact>
      )}
      {execution_time_ms !== null && <Fact name={t('history.took')}>{duration(execution_time_ms)}</Fact>}
      {grant && (
        <Fact name={t('history.grant')}>
          <a className="text-accent underline" href={hrefOf('grants')}>
            <ServerText text={grant.covers} form={grant.covers_form} />
          </a>
        </Fact>
      )}
      {undone_by && (
        <Fact name={t('history.undone')}>
          <a className="text-accent underline" href={hrefOf('history', undone_by)}>
            {t('history.undoRecord')}
          </a>
        </Fact>
      )}
    </dl>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </>
)
