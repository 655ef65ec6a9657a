// Whether an answer can be given now: the card was visible long enough, has not expired, is not being sent, and the page is online.
import { useLink } from '../../connection/project-context.ts'
import type { Waiting } from '../../mirror/state/waiting.ts'
import { useArmed } from '../../shared/hooks/use-armed.ts'
import { useSecondsLeft } from '../../shared/time/countdown.tsx'
import { useApprovalQueue } from '../state/approval-queue.ts'

/** `what` identifies everything that the answer depends on, and its position on the screen. */
export function useReady({ id, expires_at }: Waiting, what: string): boolean {
  const isArmed = useArmed(what)
  const isSending = useApprovalQueue(({ sending }) => sending.has(id))
  const isInTime = useSecondsLeft(expires_at) > 0
  const isOnline = useLink() === 'online'
  return isArmed && isInTime && isOnline && !isSending
}
