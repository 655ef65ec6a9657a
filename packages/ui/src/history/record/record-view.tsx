// The full record of a call: what and why, parameters, what was approved, result, output, events, digests.

import { ShieldCheck, ShieldX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { CallParameters } from '../../calls/call-parameters.tsx'
import { describeLateResult } from '../../calls/describe-late-result.ts'
import { listReasons } from '../../calls/reasons.tsx'
import { RiskMark } from '../../calls/risk-mark.tsx'
import { StatusMark } from '../../calls/status-mark.tsx'
import { UndoCall } from '../../calls/undo-call.tsx'
import { useCallTitle } from '../../calls/use-call-title.ts'
import { useRenderSentence } from '../../sentences/use-render-sentence.ts'
import { safeProse } from '../../shared/text/safe-text.ts'
import { ServerText } from '../../shared/text/server-text.tsx'
import { TextBlock } from '../../shared/text/text-block.tsx'
import { CallOutput } from './call-output.tsx'
import type { CallRecord } from './call-record.ts'
import { Digests } from './digests.tsx'
import { explainRun } from './explain-run.ts'
import { Facts } from './facts.tsx'
import { Part } from './part.tsx'
import { ShownPreview } from './shown-preview.tsx'
import { Timeline } from './timeline.tsx'

export interface RecordViewProps {
  readonly record: CallRecord
  readonly onChanged: () => void
}

export function RecordView({ record, onChanged }: RecordViewProps) {
  const { t } = useTranslation()
  const { execution, description, approval } = record
  const render = useRenderSentence()
  const title = useCallTitle()({ ...execution, description, description_form: record.description_form ?? execution.description_form })
  return (
    <article className="mx-auto flex max-w-4xl flex-col gap-4">
      <header className="flex flex-col gap-2">
        <h2 className="text-lg font-semibold break-words">{safeProse(title)}</h2>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <StatusMark call={execution} />
          {execution.risk_level && <RiskMark risk={execution.risk_level} />}
          <code className="font-mono text-xs text-muted">{execution.tool_name}</code>
        </p>
        <Why record={record} />
      </header>
      <UndoCall key={execution.tool_id} call={{ ...execution, id: execution.tool_id, description }} onUndone={onChanged} />
      <Facts record={record} />
      {execution.error && (
        <Part label={t('history.error')}>
          <p className="rounded-md bg-high-soft px-3 py-2 text-sm break-words text-high">
            {execution.error_code && <code className="mr-2 font-mono text-xs">{execution.error_code}</code>}
            <ServerText text={execution.error} form={execution.error_form} />
          </p>
        </Part>
      )}
      <Parameters record={record} />
      {approval?.preview && (
        <Part label={approval.decision?.answer === 'approved' ? t('history.previewApproved') : t('history.preview')}>
          <ShownPreview preview={approval.preview} />
        </Part>
      )}
      {execution.result !== undefined && execution.result !== null && (
        <Part label={t('chat.result')}>
          <TextBlock label={t('chat.result')} text={asText(execution.result)} />
        </Part>
      )}
      {execution.late_result && (
        <Part label={t('chat.lateResult')}>
          <p className="text-sm">{describeLateResult(execution.late_result, t, render)}</p>
          {execution.late_result.result !== undefined && (
            <TextBlock label={t('chat.lateResult')} text={asText(execution.late_result.result)} />
          )}
        </Part>
      )}
      <CallOutput key={`output of ${execution.tool_id}`} execution={execution} />
      <Timeline record={record} />
      <Digests record={record} />
    </article>
  )
}

function Why({ record }: { readonly record: CallRecord }) {
  const { t } = useTranslation()
  const isAllowed = record.execution.cleared_by !== null || record.execution.status === 'completed'
  const Icon = isAllowed ? ShieldCheck : ShieldX
  return (
    <div className={`rounded-md px-3 py-2 text-sm ${isAllowed ? 'bg-low-soft' : 'bg-medium-soft'}`}>
      <p className={`flex items-start gap-2 font-medium ${isAllowed ? 'text-low' : 'text-medium'}`}>
        <Icon size={16} className="mt-0.5 shrink-0" aria-hidden />
        <span className="min-w-0 break-words">
          <span className="sr-only">{t('history.why.label')}: </span>
          <WhySentence record={record} />
        </span>
      </p>
      {record.execution.reasons.length > 0 && (
        <ul className="mt-1 list-disc pl-10 text-text">
          {listReasons(record.execution).map(({ text, form }) => (
            <li key={text}>
              <ServerText text={text} form={form} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function WhySentence({ record }: { readonly record: CallRecord }) {
  const { t } = useTranslation()
  const render = useRenderSentence()
  const why = explainRun(record, { t, render })
  return why === undefined ? <ServerText text={record.why} form={record.why_form} /> : safeProse(why)
}

function Parameters({ record: { execution, approval } }: { readonly record: CallRecord }) {
  const { t } = useTranslation()
  const isEdited = approval?.decision?.edited_params != null
  return (
    <>
      {isEdited && (
        <Part label={t('history.parametersAsked')}>
          <CallParameters params={approval.tool_params} />
        </Part>
      )}
      <Part label={isEdited ? t('history.parametersApproved') : t('chat.parameters')}>
        <CallParameters params={execution.tool_params} />
      </Part>
    </>
  )
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))
