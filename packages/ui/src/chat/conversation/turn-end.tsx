// The end of a turn that did not finish: why, and a retry button.
import { CircleSlash, RotateCcw, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMirror } from '../../connection/project-context.ts'
import { lastTurn } from '../../mirror/state/selectors.ts'
import { useErrorText } from '../../sentences/use-error-text.ts'
import { Button } from '../../shared/controls/button.tsx'
import { ServerText } from '../../shared/text/server-text.tsx'
import { useRetry } from './use-retry.ts'

export function TurnEnd({ turnId }: { readonly turnId: string }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const turn = useMirror(({ turns }) => turns.get(turnId))
  const isLast = useMirror((state) => turn !== undefined && lastTurn(state, turn.session_id)?.turn_id === turnId)
  const { retry, isBusy, error } = useRetry(turnId)
  if (!turn) return null
  const isFailure = turn.status === 'failed'
  const Icon = isFailure ? TriangleAlert : CircleSlash
  return (
    <div
      role={isFailure ? 'alert' : 'note'}
      className={`flex flex-wrap items-center gap-2 rounded-lg px-3 py-2 text-sm ${isFailure ? 'bg-high-soft text-high' : 'bg-sunken text-muted'}`}
    >
      <Icon size={16} className="shrink-0" aria-hidden />
      <p className="min-w-0 flex-1 break-words">
        <strong>{isFailure ? t('chat.failed') : t('chat.stopped')}</strong>{' '}
        {turn.error && <ServerText text={turn.error} form={turn.error_form} />}
        {error && <span className="block">{t('shared.problem', { error: errorText(error) })}</span>}
      </p>
      {isLast && (
        <Button disabled={isBusy} onClick={retry}>
          <RotateCcw size={14} aria-hidden />
          {t('app.retry')}
        </Button>
      )}
    </div>
  )
}
