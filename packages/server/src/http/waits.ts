// Requests that wait for something. A wait ends when its client leaves, or when the server stops.
import type { ServerResponse } from 'node:http'

export interface Waits {
  /** Runs `wait` with a signal that aborts once the reply's connection is gone. */
  during<T>(reply: ServerResponse, wait: (signal: AbortSignal) => Promise<T>): Promise<T>
  stop(): void
}

export function createWaits(): Waits {
  const waiting = new Set<AbortController>()
  let stopped = false
  return {
    during: async (reply, wait) => {
      const controller = new AbortController()
      const leave = () => controller.abort()
      if (stopped) leave()
      waiting.add(controller)
      reply.once('close', leave)
      try {
        return await wait(controller.signal)
      } finally {
        reply.off('close', leave)
        waiting.delete(controller)
      }
    },
    stop: () => {
      stopped = true
      for (const controller of waiting) controller.abort()
    },
  }
}
