// How much of a call is kept. Ten thousand cards are in memory as titles and numbers; what is long is fetched when somebody looks.
import type { Call } from './call.ts'

export type Gist = Readonly<Record<string, string | number | boolean>>

const LONG_CHARACTERS = 2_000
const SHORT_CHARACTERS = 200

/** Without what is long: it is fetched again when somebody looks inside. */
export const lightened = (call: Call): Call => ({
  ...call,
  tool_params: isLong(call.tool_params) ? shortened(call.tool_params) : call.tool_params,
  result: isLong(call.result) ? undefined : call.result,
  is_whole: false,
  is_heavy: false,
  output: '',
  output_next: 0,
  output_is_cut: call.output !== '' || call.output_is_cut,
})

/** Stops counting as soon as it knows. */
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

const shortened = (params: Call['tool_params']): Call['tool_params'] =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, isLong(value) ? shortOf(value) : value]))

const shortOf = (value: unknown): string => (typeof value === 'string' ? `${value.slice(0, SHORT_CHARACTERS)}…` : '…')

const isShort = (value: unknown): value is string | number | boolean =>
  typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value.length <= SHORT_CHARACTERS)

export function gistOf(result: unknown): Gist {
  if (typeof result !== 'object' || result === null) return {}
  const entries = Object.entries(result).map(([name, value]) => [name, Array.isArray(value) ? value.length : value] as const)
  return Object.fromEntries(entries.filter((entry): entry is readonly [string, string | number | boolean] => isShort(entry[1])))
}
