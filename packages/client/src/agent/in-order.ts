// The AI SDK starts all calls of a step at once. Here reads run in parallel and everything else one by one, in order,
// so that a command does not run before the file that it needs is written.

export interface Order {
  /** Rejects early when the signal aborts; the work is then never begun. */
  run<T>(work: () => Promise<T>, how: { readonly isRead: boolean; readonly signal?: AbortSignal | undefined }): Promise<T>
}

export function createOrder(): Order {
  let before: Promise<unknown> = Promise.resolve()
  let reads: Promise<unknown>[] = []
  return {
    run(work, { isRead, signal }) {
      const turn = isRead ? before : Promise.all([before, ...reads])
      const done = untilAborted(turn, signal).then(work)
      // The ones behind still wait for the turn of an aborted one, or they would overtake those before it.
      const gone = Promise.allSettled([turn, done])
      if (isRead) reads.push(gone)
      else {
        before = gone
        reads = []
      }
      return done
    },
  }
}

function untilAborted(turn: Promise<unknown>, signal: AbortSignal | undefined): Promise<unknown> {
  if (!signal) return turn
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    if (signal.aborted) return leave()
    signal.addEventListener('abort', leave, { once: true })
    void turn.then(resolve).finally(() => signal.removeEventListener('abort', leave))
  })
}
