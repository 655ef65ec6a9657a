// How much of what could be tried is tried. `npm run chaos` tries everything; `npm test` a part, always the same one.

export const isExhaustive = process.env.CHAOS === 'true'

/** All, or every `step`-th from the first on. */
export const sampleOf = <T>(all: readonly T[], step: number): readonly T[] => all.filter((_, index) => isExhaustive || index % step === 0)

/** All, or one of each kind: the first of the first kind, the second of the second, and so on. */
export function oneOfEachKind<T>(all: readonly T[], kindOf: (one: T) => string): readonly T[] {
  if (isExhaustive) return all
  const kinds = [...Map.groupBy(all, kindOf).values()]
  return kinds.map((ones, index) => ones[index % ones.length] as T)
}

/** How often to repeat what only many tries can reveal. */
export const timesOf = (exhaustive: number, sample: number): number => (isExhaustive ? exhaustive : sample)
