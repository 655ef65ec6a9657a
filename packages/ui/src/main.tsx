// The page in a browser: the server is where the page came from, reached by fetch.
import './connection/without-eval.ts'
import './theme/theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { listenToKeys } from './app/keyboard/shortcuts.ts'
import { ErrorBoundary } from './app/layout/error-boundary.tsx'
import { chosenLanguage, startTheme } from './app/preferences.ts'
import { showCount } from './app/title.ts'
import { signIn } from './connection/sign-in.ts'
import { startWords } from './words/words.ts'

const server = { url: location.origin }

startTheme()
showCount(0)
listenToKeys(new AbortController().signal)
const [first] = await Promise.all([signIn(server), startWords(chosenLanguage())])
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <ErrorBoundary>
      <App server={server} first={first} />
    </ErrorBoundary>
  </StrictMode>,
)
