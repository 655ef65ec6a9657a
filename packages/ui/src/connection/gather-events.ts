// Batches events: at most one change of the mirror per frame. Each change draws the page again, and a fast agent sends more events
// in a second than there are frames.
import type { StreamEvent } from '@countersign/protocol'

export interface Pace {
  /** The tab is hidden: nothing is drawn, and events are applied at once, for alerts. */
  readonly isHidden: () => boolean
  /** After the events being read now. */
  readonly soon: (run: () => void) => void
  readonly nextFrame: (run: () => void) => void
}

export function gatherEvents(apply: (events: readonly StreamEvent[]) => void, pace: Pace): (event: StreamEvent) => void {
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
