// System notifications. The browser's permission is requested only when the person presses the button.
import { isNotificationClick, type NotificationClick } from './notification-message.ts'
import workerUrl from './notification-worker.ts?worker&url'

export type Permission = NotificationPermission | 'unsupported'

export const permissionNow = (): Permission =>
  'Notification' in window && 'serviceWorker' in navigator ? Notification.permission : 'unsupported'

export async function askPermission(): Promise<Permission> {
  return permissionNow() === 'unsupported' ? 'unsupported' : Notification.requestPermission()
}

export interface Notice {
  /** The same in every window, so that several show one notification. */
  readonly id: string
  readonly title: string
  readonly body: string
  readonly actions: readonly { readonly action: NotificationClick['action']; readonly title: string }[]
}

export async function notify({ id, title, body, actions }: Notice): Promise<void> {
  const registration = await register()
  // Buttons are not in the standard types yet.
  const options: NotificationOptions & { actions: Notice['actions'] } = { tag: id, body, actions, requireInteraction: true }
  await registration.showNotification(title, options)
}

export async function withdraw(ids: ReadonlySet<string>): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration(workerUrl)
  for (const shown of (await registration?.getNotifications()) ?? []) if (ids.has(shown.tag)) shown.close()
}

/** Calls back for each click, until the signal aborts. */
export function listenToClicks(onClick: (click: NotificationClick) => void, signal: AbortSignal): void {
  navigator.serviceWorker?.addEventListener('message', ({ data }) => isNotificationClick(data) && onClick(data), { signal })
  navigator.serviceWorker?.startMessages()
}

async function register(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(workerUrl)
  if (registration.active) return registration
  const worker = registration.installing ?? registration.waiting
  await new Promise<void>((resolve) => {
    worker?.addEventListener('statechange', () => worker.state === 'activated' && resolve())
    if (!worker || worker.state === 'activated') resolve()
  })
  return registration
}
