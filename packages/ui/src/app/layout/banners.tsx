// Banners for every view: no connection, or no runner and which project has one.
import { PlugZap, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLink, useMirror } from '../../connection/project-context.ts'
import type { WaysOut } from '../preferences/preferences-menu.tsx'
import { OnlineProject } from './online-project.tsx'

export function Banners({ onSwitch }: Pick<WaysOut, 'onSwitch'>) {
  const { t } = useTranslation()
  const link = useLink()
  const isRunnerAway = useMirror(({ isLoaded, runner }) => isLoaded && runner?.online !== true)
  return (
    <>
      {link === 'offline' && (
        <Banner Icon={WifiOff} colours="bg-high-soft text-high">
          <span>{t('app.link.offline')}</span>
        </Banner>
      )}
      {link === 'online' && isRunnerAway && (
        <Banner Icon={PlugZap} colours="bg-medium-soft text-medium">
          <span>
            {t('app.runner.offline')}. {t('app.runner.offlineHint')}
          </span>
          <OnlineProject onSwitch={onSwitch} />
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
  <div role="status" className={`flex shrink-0 flex-wrap items-center gap-2 px-3 py-1.5 text-sm sm:flex-nowrap ${colours}`}>
    <Icon size={16} className="shrink-0" aria-hidden />
    {children}
  </div>
)
