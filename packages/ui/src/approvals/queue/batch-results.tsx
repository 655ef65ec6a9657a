// The result of each of several answers.
import { CircleCheck, CircleX, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCallTitle } from '../../calls/use-call-title.ts'
import { useErrorText } from '../../sentences/use-error-text.ts'
import { Button } from '../../shared/controls/button.tsx'
import { VisibleText } from '../../shared/text/visible-text.tsx'
import { approvalQueue, type BatchResult, useApprovalQueue } from '../state/approval-queue.ts'

export function BatchResults() {
  const { t } = useTranslation()
  const results = useApprovalQueue((state) => state.results)
  if (results.length === 0) return null
  return (
    <section
      aria-label={t('approvals.batch.results')}
      role="status"
      className="flex items-start gap-2 rounded-lg border border-line bg-panel p-2"
    >
      <ul className="min-w-0 flex-1 text-sm">
        {results.map((result) => (
          <Result key={result.id} result={result} />
        ))}
      </ul>
      <Button kind="quiet" label={t('app.close')} onClick={() => approvalQueue.setState({ results: [] })}>
        <X size={16} aria-hidden />
      </Button>
    </section>
  )
}

function Result({ result }: { readonly result: BatchResult }) {
  const { t } = useTranslation()
  const title = useCallTitle()(result)
  const errorText = useErrorText()
  const { answer, error } = result
  const Icon = error === undefined ? CircleCheck : CircleX
  return (
    <li className="flex items-start gap-2 py-0.5">
      <Icon size={16} className={`mt-0.5 shrink-0 ${error === undefined ? 'text-low' : 'text-high'}`} aria-hidden />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {error === undefined ? t(`approvals.settled.you.${answer}`) : t('approvals.failed', { error: errorText(error) })}:{' '}
        <VisibleText text={title} />
      </span>
    </li>
  )
}
