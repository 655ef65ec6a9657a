import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { asked, opened } from '../../test/mirror-events.ts'
import { applyEvents } from '../mirror/events/apply-events.ts'
import { applyExpiry } from '../mirror/events/settled.ts'
import { followExpiry } from './follow-expiry.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a question leaves the page when its time is over, by the clock of the server, and says that it expired', () => {
  const store = createStore(opened)
  const leaving = new AbortController()
  const mirror = { store, expire: (now: number) => store.setState((state) => applyExpiry(state, now), true) }
  followExpiry({ mirror, clock: { now: Date.now }, signal: leaving.signal })
  const expires_at = new Date(Date.now() + 60_000).toISOString()
  store.setState((state) => applyEvents(state, [asked('a', { expires_at })]), true)
  vi.advanceTimersByTime(59_000)
  expect(store.getState().waiting.size).toBe(1)
  vi.advanceTimersByTime(2_000)
  expect(store.getState().waiting.size).toBe(0)
  expect(store.getState().settled.at(-1)).toMatchObject({ id: 'a', status: 'expired' })
  leaving.abort()
})
