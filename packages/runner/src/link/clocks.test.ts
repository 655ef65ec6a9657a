import { expect, test } from 'vitest'
import { createSteadyClock } from './clocks.ts'

test('a clock that is set back does not stop it, and one that is set forward or slept is followed', () => {
  let wall = 1_000_000
  let monotonic = 0
  const clock = createSteadyClock({ wall: () => wall, monotonic: () => monotonic })
  expect(clock()).toBe(1_000_000)
  wall -= 3_600_000
  monotonic += 5_000
  expect(clock()).toBe(1_005_000)
  wall += 10_000
  monotonic += 10_000
  expect(clock()).toBe(1_015_000)
  wall += 60_000
  expect(clock()).toBe(1_075_000)
})
