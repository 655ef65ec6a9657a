// The loop of the link: each of its parts is asked what it has to do now, and when it wants to be asked again.
import type { Part, WakeReason } from './part.ts'

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
