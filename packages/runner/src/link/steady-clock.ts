// A clock for waiting and for leases: one that is set back does not stop it, and a machine that slept or was set forward does not
// believe in an old lease.

export interface ClockPorts {
  readonly wall: () => number
  /** In milliseconds since anything; on Linux it stands still while the machine sleeps. */
  readonly monotonic: () => number
}

const SYSTEM: ClockPorts = { wall: Date.now, monotonic: () => performance.now() }

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
