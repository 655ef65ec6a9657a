// What a person must know wherever they are: no connection, no runner.
import { PlugZap, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLink, useMirror } from '../../connection/project-context.ts'

export function Banners() {
  const { t } = useTranslation()
  const link = useLink()
  const isRunnerAway = useMirror(({ isLoaded, runner }) => isLoaded && runner?.online !== true)
  return (
    <>
      {link === 'offline' && (
        <Banner Icon={WifiOff} colours="bg-high-soft text-high">
          {t('app.link.offline')}
        </Banner>
      )}
      {link === 'online' && isRunnerAway && (
        <Banner Icon={PlugZap} colours="bg-medium-soft text-medium">
          {t('app.runner.offline')}. {t('app.runner.offlineHint')}
        </Banner>
      )}
    </>
  )
}

interface BannerProps {
  readonly Icon: typeof WifiOff
  readonly colours: string
  readonly children: ReactNode
}

const Banner = ({ Icon, colours, children }: BannerProps) => (
  <p role="status" className={`flex shrink-0 items-center gap-2 px-3 py-1.5 text-sm ${colours}`}>
    <Icon size={16} className="shrink-0" aria-hidden />
    <span>{children}</span>
  </p>
)
