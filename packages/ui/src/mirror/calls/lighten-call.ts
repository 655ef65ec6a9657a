// Drops the long parts of a call. Ten thousand cards are kept as titles and numbers; the rest is fetched when a card is opened.
import type { Call } from './call.ts'
import { isLong, SHORT_CHARACTERS } from './call-weight.ts'

/** Without the long parts, which are fetched again when the card is opened. */
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

const shortened = (params: Call['tool_params']): Call['tool_params'] =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, isLong(value) ? shortOf(value) : value]))

const shortOf = (value: unknown): string => (typeof value === 'string' ? `${value.slice(0, SHORT_CHARACTERS)}…` : '…')
