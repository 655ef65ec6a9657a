// Bytes that come in: so many a second for each token, and so many at once over all requests, counted before they are read.
// What says nothing about its length counts as the longest that its route takes.
import type { ServerResponse } from 'node:http'
import type { Clock } from '@countersign/core'
import { Failure, LIMITS } from '@countersign/protocol'
import { createBuckets } from './bucket.ts'

export interface Incoming {
  readonly who: string
  readonly bytes: number
  /** Streamed to the disk, and not held in memory. */
  readonly isStreamed: boolean
}

export interface Intake {
  /** Counts it until the reply is done; throws RATE_LIMITED where it is too much. */
  admit(incoming: Incoming, reply: ServerResponse): void
}

const LIMIT = { perSecond: LIMITS.uploadBytesPerSecond, burst: LIMITS.uploadBurstBytes }

export function createIntake(clock: Clock, maxHeldBytes: number = LIMITS.maxReceivingBytes): Intake {
  const perToken = createBuckets(LIMIT, clock)
  let held = 0
  return {
    admit: ({ who, bytes, isStreamed }, reply) => {
      if (bytes === 0) return
      if (!isStreamed && held + bytes > maxHeldBytes)
        throw new Failure('RATE_LIMITED', { subject: 'too much at once', retry_after_seconds: 1 })
      perToken.take(who, bytes)
      if (isStreamed) return
      held += bytes
      reply.once('close', () => {
        held -= bytes
      })
    },
  }
}
