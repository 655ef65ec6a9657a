// Links of the page inside a webview. The editor catches clicks on links and only scrolls to what they name, so addresses of the page
// are followed here; files of the workspace open in the editor itself.

import type { SendToEditor } from '../bridge/editor-context.ts'
import { parseRoute } from '../shared/browser/route.ts'

export function followLinks(send: SendToEditor): void {
  window.addEventListener('click', (event) => follow(event, send), { capture: true })
}

function follow(event: MouseEvent, send: SendToEditor): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="#/"]') : null
  const href = link?.getAttribute('href')
  if (!href) return
  event.preventDefault()
  event.stopPropagation()
  const { view, rest } = parseRoute(href)
  if (view === 'files' && rest !== '') send({ type: 'OPEN_FILE', path: rest })
  else location.hash = href
}
