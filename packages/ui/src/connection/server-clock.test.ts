import { describe, expect, test } from 'vitest'
import { createServerClock } from './server-clock.ts'

const START = Date.UTC(2026, 0, 1)
const headerOf = (time: number) => new Date(time).toUTCString()

describe('the server clock', () => {
  test('is this machine’s until a reply has told more', () => {
    const clock = createServerClock(() => START)
    clock.observe(undefined, START, START)
    clock.observe('not a date', START, START)
    expect(clock.now()).toBe(START)
  })

  test('narrows the difference down with each reply', () => {
    const ahead = 90_300
    let local = START
    const clock = createServerClock(() => local)
    for (let step = 0; step < 40; step++) {
      local += 137
      clock.observe(headerOf(local + 5 + ahead), local, local + 10)
    }
    expect(Math.abs(clock.now() - (local + ahead))).toBeLessThan(100)
  })

  test('starts again when a clock was set', () => {
    const clock = createServerClock(() => START)
    clock.observe(headerOf(START + 60_000), START, START)
    clock.observe(headerOf(START - 3_600_000), START, START)
    expect(Math.abs(clock.now() - (START - 3_600_000))).toBeLessThanOrEqual(1_000)
  })
})
