// Failed sign-ins per address, in windows of one minute. A valid token is never refused because of them; otherwise a stale
// browser tab could lock out everybody at the same address.
import type { Clock } from '@countersign/core'
import { Failure, sentence } from '@countersign/protocol'

const WINDOW_MILLISECONDS = 60_000
const MAX_ADDRESSES = 10_000

export interface FailureCounts {
  /** Counts one failure; throws RATE_LIMITED if there are too many. */
  count(address: string): void
}

export function createFailureCounts(perMinute: number, clock: Clock): FailureCounts {
  let counts = new Map<string, number>()
  let windowEnd = 0
  return {
    count: (address) => {
      const now = clock.now()
      if (now >= windowEnd || counts.size >= MAX_ADDRESSES) {
        counts = new Map()
        windowEnd = now + WINDOW_MILLISECONDS
      }
      const failures = (counts.get(address) ?? 0) + 1
      counts.set(address, failures)
      if (failures <= perMinute) return
      const retry_after_seconds = Math.max(1, Math.ceil((windowEnd - now) / 1000))
      throw new Failure('RATE_LIMITED', { subject: sentence('subject.failed-sign-ins'), retry_after_seconds })
    },
  }
}
