// Whether an answer counts now: seen long enough, still in time, not on its way already, and somebody is there to hear it.
import { useLink } from '../../connection/project-context.ts'
import type { Waiting } from '../../mirror/state/waiting.ts'
import { useSecondsLeft } from '../../shared/time/countdown.tsx'
import { useApprovalQueue } from '../state/approval-queue.ts'
import { useArmed } from './use-armed.ts'

/** `what` names everything that the answer depends on, and where it stands. */
export function useReady({ id, expires_at }: Waiting, what: string): boolean {
  const isArmed = useArmed(what)
  const isSending = useApprovalQueue(({ sending }) => sending.has(id))
  const isInTime = useSecondsLeft(expires_at) > 0
  const isOnline = useLink() === 'online'
  return isArmed && isInTime && isOnline && !isSending
}
