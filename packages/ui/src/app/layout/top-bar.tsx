// The top bar: the project, whether its runner is online and sandboxed, notifications, preferences.
import { CircleCheck, CircleOff, ShieldCheck, ShieldOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Bell } from '../../approvals/attention/bell.tsx'
import { useMirror } from '../../connection/project-context.ts'
import { Preferences, type WaysOut } from '../preferences/preferences-menu.tsx'

export function TopBar(ways: WaysOut) {
  const project = useMirror(({ project }) => project?.name ?? '')
  return (
    <header className="flex h-11 shrink-0 items-center gap-3 border-b border-line bg-panel px-3">
      <span className="font-semibold">Countersign</span>
      <span className="min-w-0 truncate text-muted">{project}</span>
      <span className="ml-auto" />
      <RunnerStatus />
      <Bell />
      <Preferences {...ways} />
    </header>
  )
}

function RunnerStatus() {
  const { t } = useTranslation()
  const runner = useMirror(({ runner }) => runner)
  const isLoaded = useMirror(({ isLoaded }) => isLoaded)
  if (!isLoaded) return null
  const isOnline = runner?.online === true
  const isSandboxed = runner?.isolation === 'sandbox'
  const words = isOnline ? t('app.runner.online') : t('app.runner.offline')
  const sandbox = isSandboxed ? t('app.runner.sandbox') : t('app.runner.noSandbox')
  const Icon = isOnline ? CircleCheck : CircleOff
  const SandboxIcon = isSandboxed ? ShieldCheck : ShieldOff
  return (
    <span className="flex items-center gap-2 text-xs" title={isOnline ? `${words}. ${sandbox}.` : t('app.runner.offlineHint')}>
      <span role="status" className={`flex items-center gap-1 ${isOnline ? 'text-low' : 'text-high'}`}>
        <Icon size={14} aria-hidden />
        <span className="sr-only sm:not-sr-only">{words}</span>
      </span>
      {isOnline && (
        <span className={`flex items-center gap-1 ${isSandboxed ? 'text-muted' : 'text-medium'}`}>
          <SandboxIcon size={14} aria-hidden />
          <span className="sr-only lg:not-sr-only">{sandbox}</span>
        </span>
      )}
    </span>
  )
}
