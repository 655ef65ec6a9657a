// Removes expired approvals from the page by the server's clock, even before an event reports it.
import type { Mirror } from '../mirror/mirror.ts'
import type { ServerClock } from './server-clock.ts'

/** Timers take no longer time. */
const MAX_MILLISECONDS = 2 ** 31 - 1

export interface ExpiryPorts {
  readonly mirror: Pick<Mirror, 'store' | 'expire'>
  readonly clock: Pick<ServerClock, 'now'>
  readonly signal: AbortSignal
}

export function followExpiry({ mirror, clock, signal }: ExpiryPorts): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: unknown
  const look = (): void => {
    clearTimeout(timer)
    if (signal.aborted) return
    mirror.expire(clock.now())
    const ends = Array.from(mirror.store.getState().waiting.values(), ({ expires_at }) => Date.parse(expires_at))
    const next = Math.min(...ends.filter((end) => !Number.isNaN(end)))
    if (Number.isFinite(next)) timer = setTimeout(look, Math.min(Math.max(next - clock.now(), 0) + 1, MAX_MILLISECONDS))
  }
  const stop = mirror.store.subscribe((state) => {
    if (state.waiting === waiting) return
    waiting = state.waiting
    look()
  })
  signal.addEventListener('abort', () => {
    stop()
    clearTimeout(timer)
  })
}
