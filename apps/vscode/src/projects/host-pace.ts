// How the extension host follows a project: events that come together are applied together, a few times a second at most.
import type { Pace } from '@countersign/ui/following'

const FRAME_MILLISECONDS = 50

export const hostPace: Pace = {
  isHidden: () => false,
  soon: (run) => void setTimeout(run, 0),
  nextFrame: (run) => void setTimeout(run, FRAME_MILLISECONDS),
}

/** The host hears of no wake-up of the machine: a wait is waited to its end. */
export const neverEarlier = (): AbortSignal => new AbortController().signal
