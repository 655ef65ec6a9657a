// What following a project takes from the page: its frames, and when the machine wakes up.
import type { Pace } from './gather-events.ts'

/** For a tab that is hidden while it waits for its frame. */
const LONGEST_MILLISECONDS = 100

/** Uses the browser's timers as they were at the start, in case a test replaces them. */
export function paceOfPage({ requestAnimationFrame, cancelAnimationFrame, setTimeout, clearTimeout, document } = window): Pace {
  return {
    isHidden: () => document.hidden,
    soon: (run) => void setTimeout(run, 0),
    nextFrame: (run) => {
      const frame = requestAnimationFrame(() => {
        clearTimeout(timer)
        run()
      })
      const timer = setTimeout(() => {
        cancelAnimationFrame(frame)
        run()
      }, LONGEST_MILLISECONDS)
    },
  }
}

/** Aborts when the machine wakes up or is online again, so that the wait ends early. */
export function nextWakeUp(signal: AbortSignal): AbortSignal {
  const awake = new AbortController()
  const wake = () => awake.abort()
  const options = { once: true, signal: AbortSignal.any([signal, awake.signal]) }
  window.addEventListener('online', wake, options)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake(), { signal: options.signal })
  return awake.signal
}
