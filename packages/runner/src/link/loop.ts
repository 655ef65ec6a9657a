// The one loop of the runner. Whatever happens wakes it; each time it makes the same pass over the same parts, and each
// part starts what is due and says when it wants to be looked at again. Nothing else starts anything.

/** The closed list of what wakes the loop. */
export const WAKE_REASONS = [
  'started',
  'time',
  'hello-answered',
  'hello-failed',
  'stream-open',
  'stream-closed',
  'lease-renewed',
  'lease-lost',
  'signal',
  'preview-request',
  'cancel',
  'call-fetched',
  'preview-posted',
  'result-ready',
  'result-posted',
  'processes-changed',
  'stopping',
] as const

export type WakeReason = (typeof WAKE_REASONS)[number]

export interface Part {
  /** Starts what is due at `now`; gives the next time at which something will be, if any. */
  reconcile(now: number): number | undefined
}

export interface Loop {
  wake(reason: WakeReason): void
  stop(): void
}

export function createLoop(parts: () => readonly Part[], clock: () => number): Loop {
  let isPassing = false
  let isWanted = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let timerDue = Number.POSITIVE_INFINITY

  /** The timer is only moved forward: one that fires too early costs less than setting it again at every call. */
  const arm = (due: number, now: number) => {
    if (due >= timerDue) return
    clearTimeout(timer)
    timerDue = due
    timer = setTimeout(onTime, Math.max(0, Math.min(due - now, 2 ** 30)))
  }
  const onTime = () => {
    timerDue = Number.POSITIVE_INFINITY
    wake('time')
  }
  const pass = () => {
    const now = clock()
    let due = Number.POSITIVE_INFINITY
    for (const part of parts()) due = Math.min(due, part.reconcile(now) ?? Number.POSITIVE_INFINITY)
    if (due < Number.POSITIVE_INFINITY && !isStopped) arm(due, now)
  }
  const wake = (_reason: WakeReason) => {
    isWanted = true
    if (isPassing || isStopped) return
    isPassing = true
    try {
      while (isWanted) {
        isWanted = false
        pass()
      }
    } finally {
      isPassing = false
    }
  }
  return {
    wake,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
