// Chance that repeats itself: the same seed gives the same throws.

export interface Dice {
  /** From 0 up to, but without, `end`. */
  below(end: number): number
  /** True once in so many throws. */
  oneIn(count: number): boolean
  pick<T>(values: readonly T[]): T
}

export function createDice(seed: number): Dice {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number): number => Math.floor(next() * end)
  return { below, oneIn: (count) => below(count) === 0, pick: (values) => values[below(values.length)] as (typeof values)[number] }
}
