// Requests that wait for something. A wait ends when its client leaves, when its token expires, or when the server stops.
import type { ServerResponse } from 'node:http'
import type { Expiries } from './expiries.ts'

export interface Waiting {
  readonly reply: ServerResponse
  /** When the token of the request expires. */
  readonly expiresAt: number
}

export interface Waits {
  /** Runs `wait` with a signal that aborts once the reply's connection is gone, or its token is. */
  during<T>(waiting: Waiting, wait: (signal: AbortSignal) => Promise<T>): Promise<T>
  stop(): void
}

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
