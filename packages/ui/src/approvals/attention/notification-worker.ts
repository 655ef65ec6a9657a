// The service worker of notifications, which buttons on them require. It has no token and answers nothing itself; it passes each
// click to the open pages and brings one to the front. It handles no requests.
import { NOTIFICATION_CLICK, type NotificationClick } from './notification-message.ts'

interface PageWindow {
  focus(): Promise<unknown>
  postMessage(message: NotificationClick): void
}

interface ClickEvent extends Event {
  readonly action: string
  readonly notification: { readonly tag: string; close(): void }
  waitUntil(work: Promise<unknown>): void
}

interface WorkerScope {
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly PageWindow[]>
    openWindow(url: string): Promise<unknown>
  }
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void
}

const scope = self as unknown as WorkerScope

scope.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(notifyPages(event.notification.tag, event.action === 'reject' ? 'reject' : 'show'))
})

async function notifyPages(id: string, action: NotificationClick['action']): Promise<void> {
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const page of pages) page.postMessage({ kind: NOTIFICATION_CLICK, id, action })
  if (action === 'reject') return
  if (pages[0]) await pages[0].focus()
  else await scope.clients.openWindow('/')
}
