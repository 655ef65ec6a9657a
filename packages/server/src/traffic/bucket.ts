// So much a second for each key: a bucket that fills steadily and holds a burst.
import type { Clock } from '@countersign/core'
import { Failure } from '@countersign/protocol'

const MAX_BUCKETS = 10_000

export interface BucketSize {
  readonly perSecond: number
  readonly burst: number
}

export interface Buckets {
  /** Takes so much; throws RATE_LIMITED where less is left. */
  take(key: string, amount?: number): void
}

interface Bucket {
  left: number
  at: number
}

export function createBuckets({ perSecond, burst }: BucketSize, clock: Clock): Buckets {
  const buckets = new Map<string, Bucket>()

  const bucketOf = (key: string, now: number): Bucket => {
    const bucket = buckets.get(key)
    if (bucket) return bucket
    if (buckets.size >= MAX_BUCKETS) dropFull(now)
    const fresh = { left: burst, at: now }
    buckets.set(key, fresh)
    return fresh
  }

  /** A bucket that has filled up again says no more than none at all. */
  const dropFull = (now: number) => {
    for (const [key, { left, at }] of buckets) if (left + ((now - at) / 1000) * perSecond >= burst) buckets.delete(key)
  }

  return {
    take: (key, amount = 1) => {
      const now = clock.now()
      const bucket = bucketOf(key, now)
      bucket.left = Math.min(burst, bucket.left + (Math.max(0, now - bucket.at) / 1000) * perSecond)
      bucket.at = now
      if (bucket.left < amount)
        throw new Failure('RATE_LIMITED', { retry_after_seconds: Math.max(1, Math.ceil((amount - bucket.left) / perSecond)) })
      bucket.left -= amount
    },
  }
}
