// What the worker tells the pages when somebody clicks a notification.

export const NOTIFICATION_CLICK = 'countersign.notification-click'

export interface NotificationClick {
  readonly kind: typeof NOTIFICATION_CLICK
  readonly id: string
  readonly action: 'show' | 'reject'
}

export const isNotificationClick = (data: unknown): data is NotificationClick =>
  typeof data === 'object' && data !== null && (data as NotificationClick).kind === NOTIFICATION_CLICK
