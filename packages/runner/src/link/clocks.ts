// The clocks of the link: the server's time on this machine, and a steady clock for waiting and for leases.
import { LIMITS } from '@countersign/protocol'
import type { Logger } from '../ports/logger.ts'

export interface ServerClock {
  /** In milliseconds since 1970, as the server would say it. */
  now(): number
  /** To be called just before a question whose answer tells the time. */
  ask(): Asked
}

interface Asked {
  /** `serverTime` as the answer tells it; left out by a server that tells none. */
  answered(serverTime: string | undefined): void
}

interface ServerClockPorts {
  readonly wall: () => number
  /** Never set, never back. */
  readonly steady: () => number
  readonly logger: Logger
}

/**
 * Clearances are judged by the clock that made them. Between two answers time goes on by a clock that nobody can set; before the first
 * answer it is this machine's own.
 */
export function createServerClock({ wall, steady, logger }: ServerClockPorts): ServerClock {
  let known: { readonly time: number; readonly at: number } | undefined
  let isOff = false
  const tell = (offMilliseconds: number): void => {
    const wasOff = isOff
    isOff = Math.abs(offMilliseconds) > LIMITS.maxClockOffSeconds * 1000
    const clock_off_seconds = Math.round(offMilliseconds / 1000)
    if (isOff && !wasOff) logger.warn({ clock_off_seconds }, "the clock of this machine is off: the server's time is used; set the clock")
    if (!isOff && wasOff) logger.info({ clock_off_seconds }, 'the clock of this machine is right again')
  }
  return {
    now: () => (known ? known.time + (steady() - known.at) : wall()),
    ask() {
      const askedAt = steady()
      return {
        answered(serverTime) {
          const told = Date.parse(serverTime ?? '')
          if (Number.isNaN(told)) return
          const at = steady()
          // The answer was made somewhere between question and answer.
          known = { time: told + (at - askedAt) / 2, at }
          tell(wall() - known.time)
        },
      }
    },
  }
}

interface ClockPorts {
  readonly wall: () => number
  /** In milliseconds since anything; on Linux it stands still while the machine sleeps. */
  readonly monotonic: () => number
}

/** In milliseconds since anything; nobody can set it. */
export const monotonic = (): number => performance.now()

const SYSTEM: ClockPorts = { wall: Date.now, monotonic }

/** A clock that is set back does not stop it, and a machine that slept or was set forward does not believe in an old lease. */
export function createSteadyClock({ wall, monotonic }: ClockPorts = SYSTEM): () => number {
  let before = { wall: wall(), monotonic: monotonic() }
  let time = before.wall
  return () => {
    const now = { wall: wall(), monotonic: monotonic() }
    time += Math.max(now.monotonic - before.monotonic, now.wall - before.wall, 0)
    before = now
    return time
  }
}
