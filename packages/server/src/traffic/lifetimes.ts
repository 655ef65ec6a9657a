// Ends streams, sockets and waiting requests when their token expires, their client leaves or the server stops.

import type { ServerResponse } from 'node:http'
import type { Clock } from '@countersign/core'

/** The longest time that a timer can be set for. */
const MAX_TIMER_MILLISECONDS = 2 ** 31 - 1

export interface Expiring {
  /** When the token expires. */
  readonly expiresAt: number
  expire(): void
}

export interface Expiries {
  add(expiring: Expiring): void
  delete(expiring: Expiring): void
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
    stop: () => clearTimeout(timer),
  }
}

export interface Waiting {
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
