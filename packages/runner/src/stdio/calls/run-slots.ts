// So many calls at once and no more; the others wait in the order in which they came.

export interface RunSlots {
  /** Throws the signal's reason where it is aborted before a slot was free. */
  take(signal: AbortSignal): Promise<Disposable>
}

export function createRunSlots(slots: number): RunSlots {
  const waiting = new Set<() => void>()
  let free = slots
  const giveBack = (): void => {
    const [next] = waiting
    if (!next) free++
    else {
      waiting.delete(next)
      next()
    }
  }
  return {
    async take(signal) {
      signal.throwIfAborted()
      if (free > 0) free--
      else await turn(waiting, signal)
      return { [Symbol.dispose]: giveBack }
    },
  }
}

function turn(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = (): void => {
      signal.removeEventListener('abort', leave)
      resolve()
    }
    const leave = (): void => {
      waiting.delete(go)
      reject(signal.reason)
    }
    waiting.add(go)
    signal.addEventListener('abort', leave, { once: true })
  })
}
