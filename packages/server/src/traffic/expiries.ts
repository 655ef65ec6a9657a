// What lasts longer than a request ends with the token that opened it. One timer for all of them, set for the next that ends.
import type { Clock } from '@countersign/core'

/** The longest that a timer can be set for. */
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

export function createExpiries(clock: Clock): Expiries {
  /** Many streams have the same token. */
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
