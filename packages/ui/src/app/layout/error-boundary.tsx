// Contains the failure of a view: the rest of the page goes on, and the person can try again.
import { TriangleAlert } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../shared/controls/button.tsx'
import { EmptyState } from '../../shared/controls/empty-state.tsx'

interface State {
  readonly error: Error | undefined
}

export interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** Called before the error is shown. */
  readonly onCaught?: (error: unknown) => void
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { error: undefined }

  static getDerivedStateFromError(error: Error): State {
    return { error }
  }

  override componentDidCatch(error: Error): void {
    this.props.onCaught?.(error)
  }

  override render(): ReactNode {
    const { error } = this.state
    return error ? <Crash error={error} onRetry={() => this.setState({ error: undefined })} /> : this.props.children
  }
}

function Crash({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div role="alert">
      <EmptyState Icon={TriangleAlert} title={t('app.crash.title')} hint={t('app.crash.hint')}>
        <code className="max-w-full overflow-auto rounded bg-sunken p-2 text-xs">{error.message}</code>
        <div className="flex gap-2">
          <Button onClick={onRetry}>{t('app.retry')}</Button>
          <Button onClick={() => location.reload()}>{t('app.crash.reload')}</Button>
        </div>
      </EmptyState>
    </div>
  )
}
