// The message from the service worker to the pages when a notification is clicked.

export const NOTIFICATION_CLICK = 'countersign.notification-click'

export interface NotificationClick {
  readonly kind: typeof NOTIFICATION_CLICK
  readonly id: string
  readonly action: 'show' | 'reject'
}

export const isNotificationClick = (data: unknown): data is NotificationClick =>
  typeof data === 'object' && data !== null && (data as NotificationClick).kind === NOTIFICATION_CLICK
