// Switches for sound and notifications. The browser's permission is requested only when the switch is pressed.
import { Bell as BellIcon, BellOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../shared/controls/button.tsx'
import { Menu } from '../../shared/controls/menu.tsx'
import { choose, useChoice } from './choices.ts'
import { askPermission, permissionNow } from './notifications.ts'
import { playSound } from './play-sound.ts'

export function Bell() {
  const { t } = useTranslation()
  const isOn = useChoice('sound')
  const isNotifying = useChoice('notify')
  return (
    <Menu label={t('approvals.attention.label')} Icon={isOn || isNotifying ? BellIcon : BellOff}>
      <Switch label={t('approvals.attention.sound')} isOn={isOn} onChange={chooseSound} />
      <Notifications />
    </Menu>
  )
}

/** Plays the sound at once, so that the person knows it. */
function chooseSound(isOn: boolean): void {
  choose('sound', isOn)
  if (isOn) playSound().catch((error: unknown) => console.warn('no sound:', error))
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
  return <Switch label={t('approvals.attention.notify')} isOn={isNotifying} onChange={(isOn) => choose('notify', isOn)} />
}

interface SwitchProps {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

const Switch = ({ label, isOn, onChange }: SwitchProps) => (
  <label className="flex items-center justify-between gap-3">
    {label}
    <input
      type="checkbox"
      role="switch"
      aria-checked={isOn}
      checked={isOn}
      onChange={({ target }) => onChange(target.checked)}
      className="size-4"
    />
  </label>
)
