// One question: what is wanted, how risky it is and why, what it would do, and the answer.
import { useTranslation } from 'react-i18next'
import type { Waiting } from '../mirror/waiting.ts'
import { RiskMark } from '../shared/risk-mark.tsx'
import { AnswerButtons } from './answer-buttons.tsx'
import { PreviewOf } from './preview-of.tsx'

export function ApprovalCard({ waiting }: { readonly waiting: Waiting }) {
  const { t } = useTranslation()
  const { description, agent, tool_name, risk_level, reasons, preview } = waiting
  return (
    <article aria-label={description} className="flex flex-col gap-2 rounded-lg border border-line bg-panel p-3 shadow-sm">
      <header className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h3 className="font-semibold break-words">{description}</h3>
          <p className="text-xs text-muted">
            {t('approvals.asks', { agent })} · <code className="font-mono">{tool_name}</code>
          </p>
        </div>
        <RiskMark risk={risk_level} />
      </header>
      {reasons.length > 0 && (
        <ul className="list-disc pl-5 text-sm text-muted">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {preview && <PreviewOf preview={preview} />}
      <AnswerButtons waiting={waiting} />
    </article>
  )
}
