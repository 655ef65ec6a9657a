// Which values of a call are long, and the summary of a long result that is kept.

export type ResultSummary = Readonly<Record<string, string | number | boolean>>

const LONG_CHARACTERS = 2_000
export const SHORT_CHARACTERS = 200

/** Stops counting at the limit. */
export function isLong(value: unknown): boolean {
  let left = LONG_CHARACTERS
  const count = (part: unknown): boolean => {
    if (typeof part === 'string') left -= part.length
    else if (typeof part === 'object' && part !== null) {
      left -= 2
      return left < 0 || Object.values(part).some(count)
    } else left -= 4
    return left < 0
  }
  return count(value)
}

const isShort = (value: unknown): value is string | number | boolean =>
  typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value.length <= SHORT_CHARACTERS)

export function summaryOf(result: unknown): ResultSummary {
  if (typeof result !== 'object' || result === null) return {}
  const entries = Object.entries(result).map(([name, value]) => [name, Array.isArray(value) ? value.length : value] as const)
  return Object.fromEntries(entries.filter((entry): entry is readonly [string, string | number | boolean] => isShort(entry[1])))
}
