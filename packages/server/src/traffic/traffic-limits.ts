// Limits traffic: how often each token may do what, how many bytes it may send, how many bytes may wait for their readers, and how long
// streams, sockets and waiting requests last. REST, MCP and WebSocket count together.
import type { ServerResponse } from 'node:http'
import type { Clock } from '@countersign/core'
import { type DeviceId, Failure, LIMITS, RATES, type RateName, sentence } from '@countersign/protocol'
import type { ServerSettings } from '../server-settings.ts'

/** A connection with something to send. */
export interface Sender {
  unsentBytes(): number
  drop(): void
}

export interface Backlog {
  /** Called after a send: counts what is still unsent. */
  note(sender: Sender): void
  forget(sender: Sender): void
  bytes(): number
}

/**
 * Counts the bytes waiting for their readers over all connections of this server. Each connection has its own limit, and all
 * together have this one. Beyond it, the connection with the most is dropped; it catches up when it reconnects.
 */
export function createBacklog(maxBytes: number = LIMITS.maxBacklogBytes): Backlog {
  const held = new Map<Sender, number>()
  let total = 0

  const set = (sender: Sender, bytes: number): void => {
    total += bytes - (held.get(sender) ?? 0)
    if (bytes === 0) held.delete(sender)
    else held.set(sender, bytes)
  }
  /** Readers continue to read without notice, so the sum is counted again before any connection is dropped. */
  const relieve = (): void => {
    for (const sender of [...held.keys()]) set(sender, sender.unsentBytes())
    const largestFirst = [...held].sort(([, a], [, b]) => b - a)
    for (const [sender] of largestFirst) {
      if (total <= maxBytes) return
      set(sender, 0)
      sender.drop()
    }
  }

  return {
    note: (sender) => {
      set(sender, sender.unsentBytes())
      if (total > maxBytes) relieve()
    },
    forget: (sender) => set(sender, 0),
    bytes: () => total,
  }
}

const MAX_BUCKETS = 10_000

interface BucketSize {
  readonly perSecond: number
  readonly burst: number
}

interface Buckets {
  /** Takes that amount; throws RATE_LIMITED if less is left. */
  take(key: string, amount?: number): void
}

interface Bucket {
  left: number
  at: number
}

/** A token bucket for each key: it fills at a steady rate and allows a burst. */
function createBuckets({ perSecond, burst }: BucketSize, clock: Clock): Buckets {
  const buckets = new Map<string, Bucket>()

  const bucketOf = (key: string, now: number): Bucket => {
    const bucket = buckets.get(key)
    if (bucket) return bucket
    if (buckets.size >= MAX_BUCKETS) dropFull(now)
    const fresh = { left: burst, at: now }
    buckets.set(key, fresh)
    return fresh
  }

  /** A full bucket means the same as no bucket, so it is dropped. */
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

interface Incoming {
  readonly who: string
  readonly bytes: number
  /** Streamed to the disk instead of buffered in memory. */
  readonly isStreamed: boolean
}

export interface Intake {
  /** Counts the request until its reply is done; throws RATE_LIMITED if it is too much. */
  admit(incoming: Incoming, reply: ServerResponse): void
}

const LIMIT = { perSecond: LIMITS.uploadBytesPerSecond, burst: LIMITS.uploadBurstBytes }

/**
 * Limits incoming bytes: per second for each token, and at once over all requests, counted before they are read. A request that
 * does not announce its length counts as the longest that its route accepts.
 */
export function createIntake(clock: Clock, maxHeldBytes: number = LIMITS.maxReceivingBytes): Intake {
  const perToken = createBuckets(LIMIT, clock)
  let held = 0
  return {
    admit: ({ who, bytes, isStreamed }, reply) => {
      if (bytes === 0) return
      if (!isStreamed && held + bytes > maxHeldBytes)
        throw new Failure('RATE_LIMITED', { subject: sentence('subject.too-many-bytes'), retry_after_seconds: 1 })
      perToken.take(who, bytes)
      if (isStreamed) return
      held += bytes
      reply.once('close', () => {
        held -= bytes
      })
    },
  }
}

export interface Rates {
  /** Takes one; throws RATE_LIMITED if none is left. `who` is the id of a token, or an address. */
  take(rate: RateName, who: string): void
}

type RateSettings = Pick<ServerSettings, 'calls_per_second' | 'call_burst'>

/** One bucket for each rate and token. */
export function createRates({ calls_per_second, call_burst }: RateSettings, clock: Clock): Rates {
  const bucketsOf = (times: number) =>
    createBuckets({ perSecond: calls_per_second * times, burst: Math.max(1, Math.ceil(call_burst * times)) }, clock)
  const entries = Object.entries(RATES).map(([name, times]) => [name, bucketsOf(times)])
  const buckets = Object.fromEntries(entries) as Record<RateName, Buckets>
  return { take: (rate, who) => buckets[rate].take(who) }
}

/** The longest time that a timer can be set for. */
const MAX_TIMER_MILLISECONDS = 2 ** 31 - 1

export interface Expiring {
  /** When the token expires. */
  readonly expiresAt: number
  /** The device that its token belongs to, if any. */
  readonly device?: DeviceId | undefined
  expire(): void
}

export interface Expiries {
  add(expiring: Expiring): void
  delete(expiring: Expiring): void
  /** Ends everything that was opened with a token of this device. */
  endDevice(device: DeviceId): void
  stop(): void
}

/** Ends streams and sockets when the token that opened them expires. One timer for all, set for the next expiry. */
export function createExpiries(clock: Clock): Expiries {
  /** Grouped by time, because many streams have the same token. */
  const byTime = new Map<number, Set<Expiring>>()
  let timer: NodeJS.Timeout | undefined
  let dueAt = Number.POSITIVE_INFINITY

  const arm = (at: number): void => {
    if (at >= dueAt) return
    clearTimeout(timer)
    dueAt = at
    timer = setTimeout(expireDue, Math.min(Math.max(0, at - clock.now()), MAX_TIMER_MILLISECONDS)).unref()
  }
  const expireDue = (): void => {
    dueAt = Number.POSITIVE_INFINITY
    const now = clock.now()
    for (const [at, group] of [...byTime]) {
      if (at > now) continue
      byTime.delete(at)
      for (const expiring of group) expiring.expire()
    }
    for (const at of byTime.keys()) arm(at)
  }

  return {
    add: (expiring) => {
      const group = byTime.get(expiring.expiresAt) ?? new Set()
      byTime.set(expiring.expiresAt, group.add(expiring))
      arm(expiring.expiresAt)
    },
    delete: (expiring) => {
      const group = byTime.get(expiring.expiresAt)
      group?.delete(expiring)
      if (group?.size === 0) byTime.delete(expiring.expiresAt)
    },
    endDevice: (device) => {
      for (const group of [...byTime.values()]) for (const expiring of [...group]) if (expiring.device === device) expiring.expire()
    },
    stop: () => clearTimeout(timer),
  }
}

interface Waiting {
  readonly reply: ServerResponse
  /** When the token of the request expires. */
  readonly expiresAt: number
}

export interface Waits {
  /** Runs `wait` with a signal that aborts once the connection is closed or the token has expired. */
  during<T>(waiting: Waiting, wait: (signal: AbortSignal) => Promise<T>): Promise<T>
  stop(): void
}

/** A request waits until its client leaves, its token expires or the server stops. */
export function createWaits(expiries: Expiries): Waits {
  const waiting = new Set<AbortController>()
  let stopped = false
  return {
    during: async ({ reply, expiresAt }, wait) => {
      const controller = new AbortController()
      const leave = () => controller.abort()
      const expiring = { expiresAt, expire: leave }
      if (stopped) leave()
      waiting.add(controller)
      expiries.add(expiring)
      reply.once('close', leave)
      try {
        return await wait(controller.signal)
      } finally {
        reply.off('close', leave)
        expiries.delete(expiring)
        waiting.delete(controller)
      }
    },
    stop: () => {
      stopped = true
      for (const controller of waiting) controller.abort()
    },
  }
}
