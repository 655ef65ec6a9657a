// The conditions of a command: folder, time limit, sandbox, network.
import { Folder, Globe, type LucideIcon, ShieldCheck, ShieldOff, Timer, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { VisibleText } from '../../shared/text/visible-text.tsx'

export interface CommandFactsProps {
  readonly cwd: string
  readonly timeout_seconds: number | null
  readonly silence_seconds?: number | undefined
  readonly isolation: 'sandbox' | 'none'
  readonly network: boolean
}

export function CommandFacts({ cwd, timeout_seconds, silence_seconds, isolation, network }: CommandFactsProps) {
  const { t } = useTranslation()
  const isSandboxed = isolation === 'sandbox'
  return (
    <ul aria-label={t('approvals.command.facts')} className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      <Fact Icon={Folder}>
        {cwd === '.' ? (
          t('approvals.workspaceFolder')
        ) : (
          <>
            {t('approvals.folder')}{' '}
            <code className="font-mono">
              <VisibleText text={cwd} />
            </code>
          </>
        )}
      </Fact>
      <Fact Icon={Timer}>
        {timeout_seconds === null ? t('approvals.command.endless') : t('approvals.command.timeout', { seconds: timeout_seconds })}
      </Fact>
      {silence_seconds !== undefined && <Fact Icon={Timer}>{t('approvals.command.silence', { seconds: silence_seconds })}</Fact>}
      <Fact Icon={isSandboxed ? ShieldCheck : ShieldOff} colour={isSandboxed ? '' : 'text-medium font-medium'}>
        {isSandboxed ? t('approvals.sandbox') : t('approvals.noSandbox')}
      </Fact>
      <Fact Icon={network ? Globe : WifiOff} colour={network ? 'text-medium font-medium' : ''}>
        {network ? t('approvals.network') : t('approvals.noNetwork')}
      </Fact>
    </ul>
  )
}

interface FactProps {
  readonly Icon: LucideIcon
  readonly colour?: string
  readonly children: ReactNode
}

const Fact = ({ Icon, colour = '', children }: FactProps) => (
  <li className={`inline-flex min-w-0 items-center gap-1 [overflow-wrap:anywhere] ${colour}`}>
    <Icon size={14} className="shrink-0" aria-hidden />
    <span>{children}</span>
  </li>
)
