// The server's time on this machine: what is left of an approval is counted by the clock that ends it. A reply tells the second
// in which it was made; that second lies between sending and receiving, and many replies together narrow the difference down.

export interface ServerClock {
  /** In milliseconds since 1970, as the server would say it. */
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
      // One of the clocks was set, or this machine slept: what was known before is void.
      difference = least <= most ? { least, most } : seen
    },
  }
}
