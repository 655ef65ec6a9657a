// An error in one line: what went wrong, and a button to try again.
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../sentences/use-error-text.ts'
import { Button } from './button.tsx'

export interface ProblemProps {
  readonly error: Error
  readonly onRetry?: () => void
}

export function Problem({ error, onRetry }: ProblemProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 rounded-md bg-high-soft px-3 py-2 text-sm text-high">
      <TriangleAlert size={16} className="shrink-0" aria-hidden />
      <span className="min-w-0 flex-1 break-words">{t('shared.problem', { error: errorText(error) })}</span>
      {onRetry && <Button onClick={onRetry}>{t('app.retry')}</Button>}
    </div>
  )
}
