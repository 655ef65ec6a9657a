// One device that asks for access: who it says it is, the code to compare, and the two answers.
import type { DeviceView } from '@countersign/protocol'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProject } from '../connection/project-context.ts'
import { AnswerButton } from '../shared/controls/answer-button.tsx'
import { Button } from '../shared/controls/button.tsx'
import { Problem } from '../shared/controls/problem.tsx'
import { useArmed } from '../shared/hooks/use-armed.ts'
import { VisibleText } from '../shared/text/visible-text.tsx'
import { formatDuration } from '../shared/time/format-duration.ts'
import { useNow } from '../shared/time/use-now.ts'

export interface DeviceRequestProps {
  readonly device: DeviceView
  readonly onAnswered: () => void
}

export function DeviceRequest({ device, onAnswered }: DeviceRequestProps) {
  const { t } = useTranslation()
  const { answer, isBusy, error } = useAnswer(device, onAnswered)
  const isArmed = useArmed(device.id)
  const hint = useId()
  return (
    <div className="flex flex-col gap-3">
      <p className="font-medium break-words">
        <VisibleText text={t('devices.asks', { name: device.name })} />
      </p>
      <p
        role="img"
        aria-label={t('devices.code', { code: [...device.user_code].join(' ') })}
        className="rounded-md bg-sunken p-3 text-center font-mono text-2xl font-semibold tracking-widest"
      >
        {device.user_code}
      </p>
      <p id={hint}>{t('devices.compare')}</p>
      <Facts device={device} />
      {error && <Problem error={error} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button kind="danger" disabled={isBusy} onClick={() => void answer('refuseDevice')}>
          {t('devices.refuse')}
        </Button>
        <AnswerButton kind="primary" isReady={isArmed && !isBusy} aria-describedby={hint} onAnswer={() => void answer('allowDevice')}>
          {t('devices.allow')}
        </AnswerButton>
      </div>
    </div>
  )
}

function useAnswer({ user_code }: DeviceView, onAnswered: () => void) {
  const { client } = useProject()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  const answer = async (route: 'allowDevice' | 'refuseDevice') => {
    setBusy(true)
    setError(undefined)
    try {
      await client[route]({ body: { user_code } })
      onAnswered()
    } catch (cause) {
      setError(cause instanceof Error ? cause : new Error(String(cause)))
      setBusy(false)
    }
  }
  return { answer, isBusy, error }
}

function Facts({ device }: { readonly device: DeviceView }) {
  const { t, i18n } = useTranslation()
  const left = Math.max(0, Math.ceil((Date.parse(device.expires_at) - useNow(1_000)) / 1000))
  return (
    <ul className="text-sm text-muted">
      {device.folders.length > 0 && (
        <li className="break-words">
          <VisibleText text={`${t('devices.folders')} ${device.folders.join(', ')}`} />
        </li>
      )}
      <li>
        {t('devices.address')} {device.address}
      </li>
      <li>{t('devices.left', { time: formatDuration(left * 1000, i18n.language) })}</li>
    </ul>
  )
}
