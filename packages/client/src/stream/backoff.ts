// Waiting times between attempts: doubling, bounded, and jittered so that many clients do not return at the same moment.

export interface BackoffOptions {
  readonly firstMilliseconds?: number
  readonly maxMilliseconds?: number
  readonly random?: () => number
}

export interface Backoff {
  next(): number
  reset(): void
}

export function createBackoff({ firstMilliseconds = 200, maxMilliseconds = 10_000, random = Math.random }: BackoffOptions = {}): Backoff {
  let attempts = 0
  return {
    next() {
      const ceiling = Math.min(maxMilliseconds, firstMilliseconds * 2 ** Math.min(attempts++, 30))
      return ceiling / 2 + (random() * ceiling) / 2
    },
    reset() {
      attempts = 0
    },
  }
}

/** Resolves after the time, or at once when the signal aborts. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, milliseconds)
    signal?.addEventListener('abort', finish)
  })
}
