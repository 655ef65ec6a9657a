// The frame around every view: top bar, banners, navigation.
import { Compass } from 'lucide-react'
import { Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Attention } from '../../approvals/attention/attention.tsx'
import { useEditor } from '../../bridge/editor-context.ts'
import { DeviceDialog } from '../../devices/device-dialog.tsx'
import { hrefOf, useRoute } from '../../shared/browser/route.ts'
import { EmptyState } from '../../shared/controls/empty-state.tsx'
import type { WaysOut } from '../preferences/preferences-menu.tsx'
import { isViewName, VIEWS } from '../views/views.ts'
import { Banners } from './banners.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { KeyboardHelp } from './keyboard-help.tsx'
import { Navigation } from './navigation.tsx'
import { TopBar } from './top-bar.tsx'

export function Workbench(ways: WaysOut) {
  const { t } = useTranslation()
  const { view, rest } = useRoute()
  const content = useRef<HTMLElement>(null)
  // An editor has its own place for preferences, notifications and signing out, and does not answer for other devices.
  const isInEditor = useEditor() !== undefined
  return (
    <div className="flex h-dvh flex-col">
      <button
        type="button"
        onClick={() => content.current?.focus()}
        className="sr-only focus:not-sr-only focus:absolute focus:z-30 focus:bg-raised focus:p-2"
      >
        {t('app.skip')}
      </button>
      {!isInEditor && <TopBar {...ways} />}
      <Banners onSwitch={ways.onSwitch} />
      <div className="flex min-h-0 flex-1 flex-col md:flex-row">
        <Navigation view={view} rest={rest} />
        <main ref={content} tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col outline-none">
          <ErrorBoundary key={view} onCaught={(error) => isViewName(view) && VIEWS[view].renew(error)}>
            <Suspense fallback={<p className="p-4 text-muted">{t('app.loading')}</p>}>
              <CurrentView view={view} rest={rest} />
            </Suspense>
          </ErrorBoundary>
        </main>
      </div>
      <Attention />
      {!isInEditor && <DeviceDialog />}
      <KeyboardHelp />
    </div>
  )
}

function CurrentView({ view, rest }: { readonly view: string; readonly rest: string }) {
  const { t } = useTranslation()
  if (isViewName(view)) {
    const Component = VIEWS[view].component()
    return <Component rest={rest} />
  }
  return (
    <EmptyState Icon={Compass} title={t('app.missing.title')} hint={t('app.missing.hint')}>
      <a className="text-accent underline" href={hrefOf('chat')}>
        {t('app.missing.home')}
      </a>
    </EmptyState>
  )
}
