// Calls per second and token: a bucket that fills steadily and holds a burst.
import type { Clock } from '@countersign/core'
import { Failure } from '@countersign/protocol'

const MAX_BUCKETS = 10_000

export interface CallLimit {
  /** Takes one call; throws RATE_LIMITED where none is left. */
  take(tokenId: string): void
}

interface Bucket {
  calls: number
  at: number
}

export function createCallLimit({ perSecond, burst }: { perSecond: number; burst: number }, clock: Clock): CallLimit {
  const buckets = new Map<string, Bucket>()

  const bucketOf = (tokenId: string, now: number): Bucket => {
    const bucket = buckets.get(tokenId)
    if (bucket) return bucket
    if (buckets.size >= MAX_BUCKETS) dropFull(now)
    const fresh = { calls: burst, at: now }
    buckets.set(tokenId, fresh)
    return fresh
  }

  /** A bucket that has filled up again says no more than none at all. */
  const dropFull = (now: number) => {
    for (const [tokenId, { calls, at }] of buckets) if (calls + ((now - at) / 1000) * perSecond >= burst) buckets.delete(tokenId)
  }

  return {
    take: (tokenId) => {
      const now = clock.now()
      const bucket = bucketOf(tokenId, now)
      bucket.calls = Math.min(burst, bucket.calls + (Math.max(0, now - bucket.at) / 1000) * perSecond)
      bucket.at = now
      if (bucket.calls < 1)
        throw new Failure('RATE_LIMITED', { retry_after_seconds: Math.max(1, Math.ceil((1 - bucket.calls) / perSecond)) })
      bucket.calls -= 1
    },
  }
}
