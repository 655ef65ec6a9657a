// Events as often as the screen can show them: what comes together is applied together, and between two frames once. Every
// application draws the page anew, and a fast agent tells more in a second than there are frames.
import type { StreamEvent } from '@countersign/protocol'

/** For a tab that goes out of sight while it waits for its frame. */
const LONGEST_MILLISECONDS = 100

export interface Pace {
  /** Nobody sees it: nothing is drawn, and whoever must be called is called at once. */
  readonly isHidden: () => boolean
  /** After what is being read now. */
  readonly soon: (run: () => void) => void
  readonly nextFrame: (run: () => void) => void
}

/** By the browser's own clock, whatever is done to the page's while it is open. */
function paceOfPage({ requestAnimationFrame, cancelAnimationFrame, setTimeout, clearTimeout, document } = window): Pace {
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

export function gatherEvents(apply: (events: readonly StreamEvent[]) => void, pace: Pace = paceOfPage()): (event: StreamEvent) => void {
  let gathered: StreamEvent[] = []
  let isAwaited = false
  let isFrameFull = false
  const flush = () => {
    isAwaited = false
    if (gathered.length === 0) return
    const events = gathered
    gathered = []
    if (!isFrameFull) pace.nextFrame(beginFrame)
    isFrameFull = true
    apply(events)
  }
  const beginFrame = () => {
    isFrameFull = false
    flush()
  }
  return (event) => {
    gathered.push(event)
    if (pace.isHidden()) flush()
    else if (!isFrameFull && !isAwaited) {
      isAwaited = true
      pace.soon(flush)
    }
  }
}
