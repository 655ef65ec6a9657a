// Parses tool calls from a model's output. A call that cannot be parsed becomes a call with an error that explains the mistake to
// the model.
import { inEnglish, type Sentence, sentence, type ToolCall, type ToolNames, type ToolView } from '@countersign/protocol'

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
  if (name === undefined) return { tool_name: toolName, tool_params: params, ...inWords(noSuchTool(toolName, names, tools)) }
  if (!isRecord(input)) return { tool_name: name, tool_params: {}, ...inWords(notAnObject(names.offered(name), input, wasCut)) }
  return { tool_name: name, tool_params: params }
}

const inWords = (error_form: Sentence) => ({ error: inEnglish(error_form), error_form })

function noSuchTool(toolName: string, names: ToolNames, tools: CallReader['tools']): Sentence {
  const all = tools.map(({ name }) => names.offered(name)).join(', ')
  const tool = inShort(toolName)
  return all ? sentence('call.no-such-tool', { tool, tools: all }) : sentence('call.no-tools', { tool })
}

function notAnObject(name: string, input: unknown, wasCut: boolean): Sentence {
  const shown = inShort(typeof input === 'string' ? input : JSON.stringify(input))
  return sentence(wasCut ? 'call.cut-off' : 'call.not-object', { tool: name, shown })
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
