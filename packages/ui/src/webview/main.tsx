// The page inside a webview of an editor: the host says which project to show, and carries the requests.
import '../connection/without-eval.ts'
import '../theme/theme.css'
import './webview.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ProjectPage } from '../app/app.tsx'
import { ErrorBoundary } from '../app/layout/error-boundary.tsx'
import { createLeaving } from '../app/leaving/leaving.ts'
import { parseToWebview, type Received, type ToHost, type ToWebview } from '../bridge/bridge.ts'
import { createBridgeTransport } from '../bridge/bridge-transport.ts'
import { EditorProvider } from '../bridge/editor-context.ts'
import { listenToKeys } from '../shared/browser/shortcuts.ts'
import { startTranslations } from '../translations/translations.ts'
import { followEditorTheme } from './editor-theme.ts'
import { followLinks } from './links.ts'

interface EditorApi {
  postMessage(message: ToHost): void
}
declare function acquireVsCodeApi(): EditorApi

const editor = acquireVsCodeApi()
const send = (message: ToHost) => editor.postMessage(message)
const transport = createBridgeTransport(send)
/** The host replaces it: it only gives the paths of requests something to stand on. */
const server = { url: 'http://editor.invalid', transport }
const root = createRoot(document.getElementById('root') as HTMLElement)
const leaving = createLeaving()

async function show({ project_id, language, route }: Received<ToWebview, 'HELLO'>): Promise<void> {
  location.hash = `#/${route}`
  await startTranslations(language)
  root.render(
    <StrictMode>
      <ErrorBoundary>
        <EditorProvider value={send}>
          <ProjectPage
            key={project_id}
            server={server}
            token={noToken}
            projectId={project_id}
            leaving={leaving}
            onLeave={() => send({ type: 'SIGN_OUT' })}
            onSwitch={() => undefined}
          />
        </EditorProvider>
      </ErrorBoundary>
    </StrictMode>,
  )
}

const noToken = () => ''

window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const message = parseToWebview(data)
  if (message?.type === 'HELLO') void show(message)
  else if (message?.type === 'GO_TO') location.hash = `#/${message.route}`
  else if (message) transport.receive(message)
})
followEditorTheme()
followLinks(send)
listenToKeys(new AbortController().signal)
send({ type: 'READY' })
