// Asks about a device as soon as it asks for access, whatever view is open. A dialog that is closed without an answer does not come
// back for the same device; the request stays in the list of devices.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Modal } from '../shared/controls/modal.tsx'
import { DeviceRequest } from './device-request.tsx'
import { useDevices } from './use-devices.ts'

export function DeviceDialog() {
  const { t } = useTranslation()
  const { data: waiting = [] } = useDevices('waiting')
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  // The list is newest first; the oldest is asked about first.
  const device = waiting.findLast(({ id }) => !closed.has(id))
  if (!device) return null
  const close = () => setClosed(new Set([...closed, device.id]))
  return (
    <Modal key={device.id} title={t('devices.title')} onClose={close}>
      <DeviceRequest device={device} onAnswered={close} />
    </Modal>
  )
}
