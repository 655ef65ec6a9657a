import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWhenQuiet } from './when-quiet.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what comes one after the other is done once nothing more comes, in order, and once', () => {
  const done: number[] = []
  const whenCalm = createWhenQuiet(200)
  for (const number of [1, 2, 3]) {
    whenCalm(() => done.push(number))
    vi.advanceTimersByTime(150)
  }
  expect(done).toEqual([])
  vi.advanceTimersByTime(50)
  expect(done).toEqual([1, 2, 3])
  vi.advanceTimersByTime(1_000)
  expect(done).toEqual([1, 2, 3])
})

test('what was taken back is not done', () => {
  const done: number[] = []
  const whenCalm = createWhenQuiet(200)
  const takeBack = whenCalm(() => done.push(1))
  whenCalm(() => done.push(2))
  takeBack()
  vi.advanceTimersByTime(200)
  expect(done).toEqual([2])
})
