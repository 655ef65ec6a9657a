// How the page calls: a switch for the sound, and one for notifications, which asks the browser only when it is pressed.
import { Bell as BellIcon, BellOff } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../shared/button.tsx'
import { choose, useChoice } from './choices.ts'
import { askPermission, permissionNow } from './notifications.ts'
import { ring } from './ring.ts'

export function Bell() {
  const { t } = useTranslation()
  const isOn = useChoice('sound')
  const isNotifying = useChoice('notify')
  const Icon = isOn || isNotifying ? BellIcon : BellOff
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button kind="quiet" label={t('approvals.attention.label')} className="px-1.5">
          <Icon size={16} aria-hidden />
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          aria-label={t('approvals.attention.label')}
          className="z-20 flex w-72 flex-col gap-3 rounded-lg border border-line bg-raised p-3 text-sm shadow-lg"
        >
          <label className="flex items-center justify-between gap-3">
            {t('approvals.attention.sound')}
            <input
              type="checkbox"
              role="switch"
              aria-checked={isOn}
              checked={isOn}
              onChange={({ target }) => chooseSound(target.checked)}
              className="size-4"
            />
          </label>
          <Notifications />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Heard at once, so that one knows what to listen for. */
function chooseSound(isOn: boolean): void {
  choose('sound', isOn)
  if (isOn) ring().catch((error: unknown) => console.warn('no sound:', error))
}

function Notifications() {
  const { t } = useTranslation()
  const isNotifying = useChoice('notify')
  const [permission, setPermission] = useState(permissionNow)
  const ask = async () => {
    const given = await askPermission()
    setPermission(given)
    choose('notify', given === 'granted')
  }
  if (permission === 'unsupported' || permission === 'denied') return <p className="text-muted">{t(`approvals.attention.${permission}`)}</p>
  if (permission === 'default') return <Button onClick={() => void ask()}>{t('approvals.attention.ask')}</Button>
  return (
    <label className="flex items-center justify-between gap-3">
      {t('approvals.attention.notify')}
      <input
        type="checkbox"
        role="switch"
        aria-checked={isNotifying}
        checked={isNotifying}
        onChange={({ target }) => choose('notify', target.checked)}
        className="size-4"
      />
    </label>
  )
}
