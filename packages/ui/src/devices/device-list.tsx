// The devices that wait for an answer, and those that have access, which the person can end.
import type { DeviceView } from '@countersign/protocol'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProject } from '../connection/project-context.ts'
import { Button } from '../shared/controls/button.tsx'
import { Confirm } from '../shared/controls/confirm.tsx'
import { Problem } from '../shared/controls/problem.tsx'
import { VisibleText } from '../shared/text/visible-text.tsx'
import { Moment } from '../shared/time/moment.tsx'
import { DeviceRequest } from './device-request.tsx'
import { useDevices } from './use-devices.ts'

export function DeviceList() {
  const { t } = useTranslation()
  const waiting = useDevices('waiting')
  const signedIn = useDevices('signed_in')
  const error = waiting.error ?? signedIn.error
  const devices = [...(waiting.data ?? []), ...(signedIn.data ?? [])]
  if (!error && devices.length === 0) return null
  return (
    <section aria-label={t('devices.list')} className="flex flex-col gap-3">
      <h2 className="text-sm font-semibold text-muted">{t('devices.list')}</h2>
      {error && <Problem error={error} onRetry={waiting.reload} />}
      {devices.map((device) => (
        <article key={device.id} aria-label={device.name} className="rounded-lg border border-line bg-panel p-3">
          {device.status === 'waiting' ? (
            <DeviceRequest device={device} onAnswered={waiting.reload} />
          ) : (
            <SignedInDevice device={device} onEnded={signedIn.reload} />
          )}
        </article>
      ))}
    </section>
  )
}

function SignedInDevice({ device, onEnded }: { readonly device: DeviceView; readonly onEnded: () => void }) {
  const { t } = useTranslation()
  const { client } = useProject()
  const [isAsking, setAsking] = useState(false)
  const end = async () => {
    await client.endDevice({ params: { d: device.id } })
    onEnded()
  }
  return (
    <div className="flex flex-wrap items-start justify-between gap-2">
      <div className="min-w-0 flex-1">
        <h3 className="font-semibold break-words">
          <VisibleText text={device.name} />
        </h3>
        <p className="text-xs text-muted">
          {t('devices.since')} <Moment at={device.signed_in_at ?? device.created_at} />
        </p>
      </div>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {t('devices.end')}
      </Button>
      {isAsking && (
        <Confirm title={t('devices.endTitle')} action={t('devices.end')} onConfirm={end} onClose={() => setAsking(false)}>
          <p className="font-medium">
            <VisibleText text={device.name} />
          </p>
          <p>{t('devices.endHint')}</p>
        </Confirm>
      )}
    </div>
  )
}
