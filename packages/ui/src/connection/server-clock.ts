// The server's time on this machine, by which approvals expire. Each reply names the second in which it was made, which lies between
// sending and receiving; many replies narrow the difference down.

export interface ServerClock {
  /** The server's time in milliseconds since 1970. */
  now(): number
  /** `date` is the header of a reply; times are this machine's. */
  observe(date: string | undefined, sentAt: number, receivedAt: number): void
}

const RESOLUTION = 1_000

export function createServerClock(localNow: () => number = Date.now): ServerClock {
  let difference: { readonly least: number; readonly most: number } | undefined
  return {
    now: () => localNow() + (difference ? (difference.least + difference.most) / 2 : 0),
    observe: (date, sentAt, receivedAt) => {
      const second = Date.parse(date ?? '')
      if (Number.isNaN(second)) return
      const seen = { least: second - receivedAt, most: second + RESOLUTION - sentAt }
      const least = Math.max(seen.least, difference?.least ?? -Infinity)
      const most = Math.min(seen.most, difference?.most ?? Infinity)
      // A clock was set, or this machine slept: earlier observations are void.
      difference = least <= most ? { least, most } : seen
    },
  }
}
