// The page in a browser: the server is where the page came from, reached by fetch.
import './connection/without-eval.ts'
import './theme/theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { ErrorBoundary } from './app/layout/error-boundary.tsx'
import { showCount } from './app/layout/tab-title.ts'
import { chosenLanguage, startTheme } from './app/preferences/preferences.ts'
import { signIn } from './connection/sign-in.ts'
import { listenToKeys } from './shared/browser/shortcuts.ts'
import { startTranslations } from './translations/translations.ts'

const server = { url: location.origin }

startTheme()
showCount(0)
listenToKeys(new AbortController().signal)
const [first] = await Promise.all([signIn(server), startTranslations(chosenLanguage())])
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <ErrorBoundary>
      <App server={server} first={first} />
    </ErrorBoundary>
  </StrictMode>,
)
