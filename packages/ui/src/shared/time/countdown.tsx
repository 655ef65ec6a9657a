// The time left, by the server's clock. Screen readers read it only on request, not every second.
import { Timer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProject } from '../../connection/project-context.ts'

const SOON_SECONDS = 60

export function useSecondsLeft(expiresAt: string): number {
  const { clock } = useProject()
  const left = () => Math.max(0, Math.ceil((Date.parse(expiresAt) - clock.now()) / 1000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const read = () => setSeconds(Math.max(0, Math.ceil((Date.parse(expiresAt) - clock.now()) / 1000)))
    read()
    const timer = setInterval(read, 500)
    return () => clearInterval(timer)
  }, [clock, expiresAt])
  return seconds
}

export function Countdown({ expiresAt }: { readonly expiresAt: string }) {
  const { t } = useTranslation()
  const seconds = useSecondsLeft(expiresAt)
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  const isSoon = seconds <= SOON_SECONDS
  return (
    <span
      role="timer"
      aria-label={t('approvals.timeLeft', { time })}
      title={t('approvals.timeLeft', { time })}
      className={`inline-flex items-center gap-1 text-xs whitespace-nowrap tabular-nums ${isSoon ? 'font-semibold text-high' : 'text-muted'}`}
    >
      <Timer size={12} aria-hidden />
      {seconds === 0 ? t('approvals.timeUp') : time}
    </span>
  )
}
