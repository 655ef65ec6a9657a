// Repeats a task at intervals, never two runs at a time. A failure is reported and the next run follows as usual.

export interface Repeated {
  /** Waits for the run in progress. */
  stop(): Promise<void>
}

export interface RepeatedWork {
  readonly work: () => Promise<unknown>
  readonly pauseMilliseconds: number
  readonly onError: (error: unknown) => void
  readonly firstAfterMilliseconds?: number
}

export function repeat({ work, pauseMilliseconds, onError, firstAfterMilliseconds = pauseMilliseconds }: RepeatedWork): Repeated {
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const wait = (milliseconds: number) => {
    if (!stopped) timer = setTimeout(run, milliseconds)
  }
  const run = () => {
    running = work()
      .then(() => undefined, onError)
      .then(() => wait(pauseMilliseconds))
  }
  wait(firstAfterMilliseconds)
  return {
    stop: () => {
      stopped = true
      clearTimeout(timer)
      return running
    },
  }
}
