// Parses tool calls from a model's output. A call that cannot be parsed becomes a call with an error that explains the mistake to
// the model.
import type { ToolCall, ToolNames, ToolView } from '@countersign/protocol'

export interface WrittenCall {
  readonly toolName: string
  readonly input: unknown
}

export interface CallReader {
  readonly names: ToolNames
  readonly tools: readonly Pick<ToolView, 'name'>[]
  /** The model reached its output limit. */
  readonly wasCut: boolean
}

type ReadCall = Omit<ToolCall, 'call_id'>

const SHOWN_CHARACTERS = 200

export function readCall({ toolName, input }: WrittenCall, { names, tools, wasCut }: CallReader): ReadCall {
  const name = names.real(toolName)
  const params = isRecord(input) ? input : {}
  if (name === undefined) return { tool_name: toolName, tool_params: params, error: noSuchTool(toolName, names, tools) }
  if (!isRecord(input)) return { tool_name: name, tool_params: {}, error: notAnObject(names.offered(name), input, wasCut) }
  return { tool_name: name, tool_params: params }
}

function noSuchTool(toolName: string, names: ToolNames, tools: CallReader['tools']): string {
  const all = tools.map(({ name }) => names.offered(name)).join(', ')
  return `There is no tool "${inShort(toolName)}". ${all ? `The tools are: ${all}.` : 'There are no tools here.'} Nothing was run.`
}

function notAnObject(name: string, input: unknown, wasCut: boolean): string {
  const why = wasCut ? 'They were cut off at the limit of output tokens: send less in one call. ' : ''
  const shown = inShort(typeof input === 'string' ? input : JSON.stringify(input))
  return `The arguments of ${name} are not one JSON object: ${shown}\n${why}Nothing was run. Make the call again with one JSON object that fits its parameters.`
}

/** Returns the text itself if it is not JSON. Input with a key that sets the prototype is refused as a whole. */
export function parseInput(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text, text.includes('__proto__') ? refusePrototype : undefined)
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}

function refusePrototype(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('a key named __proto__')
  return value
}

const inShort = (text: string): string => (text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text)

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
