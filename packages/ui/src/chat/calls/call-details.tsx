// The inside of a card: parameters, reasons of the risk, result.
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CallParameters } from '../../calls/call-parameters.tsx'
import { describeLateResult } from '../../calls/describe-late-result.ts'
import { listReasons } from '../../calls/reasons.tsx'
import { RiskMark } from '../../calls/risk-mark.tsx'
import { UndoCall } from '../../calls/undo-call.tsx'
import { useProject } from '../../connection/project-context.ts'
import { type Call, hasEnded } from '../../mirror/calls/call.ts'
import { useRenderSentence } from '../../sentences/use-render-sentence.ts'
import { hrefOf } from '../../shared/browser/route.ts'
import { Problem } from '../../shared/controls/problem.tsx'
import { ServerText } from '../../shared/text/server-text.tsx'
import { LiveOutput } from './live-output.tsx'
import { CallResult } from './results/call-result.tsx'
import type { WholeCall } from './use-whole-call.ts'

export function CallDetails({ call, whole }: { readonly call: Call; readonly whole: WholeCall }) {
  const { t } = useTranslation()
  const { mirror } = useProject()
  const render = useRenderSentence()
  const isOver = hasEnded(call.status)
  const hasResult = call.result !== undefined && call.result !== null
  return (
    <div className="flex flex-col gap-3 border-t border-line p-3">
      <Part label={t('chat.parameters')}>
        <CallParameters params={call.tool_params} />
      </Part>
      {!isOver && call.output !== '' && (
        <Part label={t('chat.output')}>
          <LiveOutput call={call} />
        </Part>
      )}
      {whole.error && <Problem error={whole.error} onRetry={whole.retry} />}
      {isOver && !call.is_whole && !whole.error && <p className="text-sm text-muted">{t('app.loading')}</p>}
      {isOver && call.is_whole && hasResult && (
        <Part label={t('chat.result')}>
          <CallResult call={call} />
        </Part>
      )}
      {call.late_result && (
        <Part label={t('chat.lateResult')}>
          <p className="text-sm">{describeLateResult(call.late_result, t, render)}</p>
          {call.late_result.result !== undefined && <CallResult call={{ ...call, result: call.late_result.result }} />}
        </Part>
      )}
      {isOver && call.is_whole && !hasResult && !call.late_result && call.output !== '' && (
        <Part label={t('chat.output')}>
          <LiveOutput call={call} />
        </Part>
      )}
      {call.is_whole && <UndoCall call={call} onUndone={() => void mirror.fetchCall(call.id).catch(() => undefined)} />}
      <Foot call={call} />
    </div>
  )
}

const Part = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <section aria-label={label} className="flex min-w-0 flex-col gap-1">
    <h3 className="text-xs font-semibold text-muted">{label}</h3>
    {children}
  </section>
)

function Foot({ call }: { readonly call: Call }) {
  const { t } = useTranslation()
  return (
    <footer className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
      {call.risk_level && <RiskMark risk={call.risk_level} />}
      {listReasons(call).map(({ text, form }) => (
        <span key={text} className="min-w-0 break-words">
          <ServerText text={text} form={form} />
        </span>
      ))}
      <a href={hrefOf('history', call.id)} className="ml-auto text-accent hover:underline">
        {t('chat.fullRecord')}
      </a>
    </footer>
  )
}
