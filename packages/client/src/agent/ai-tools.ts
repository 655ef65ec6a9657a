// The tools in the shape that `dynamicTool` of the AI SDK makes, without the SDK: the input schema is a Standard Schema with its
// JSON Schema, which the SDK accepts like one of Zod. The server checks the input and describes what is wrong with it.
import { createToolNames, type ToolView } from '@countersign/protocol'
import { createOrder } from './in-order.ts'
import type { Outcome } from './outcome.ts'

export interface AiCallOptions {
  readonly toolCallId: string
  readonly abortSignal?: AbortSignal | undefined
}

export interface AiTool {
  readonly type: 'dynamic'
  readonly description: string
  readonly inputSchema: InputSchema
  readonly execute: (input: unknown, options: AiCallOptions) => Promise<Outcome>
  readonly toModelOutput: (call: { readonly output: unknown }) => ModelOutput
}

/** By names that every model accepts: `git_diff` for `git.diff`. */
export type AiTools = Record<string, AiTool>

type ModelOutput = { type: 'text'; value: string } | { type: 'error-text'; value: string }

interface InputSchema {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'countersign'
    readonly validate: (value: unknown) => { readonly value: unknown }
    readonly jsonSchema: { readonly input: () => Record<string, unknown>; readonly output: () => Record<string, unknown> }
  }
}

export type CallTool = (name: string, input: unknown, options: AiCallOptions) => Promise<Outcome>

export function createAiTools(tools: readonly ToolView[], call: CallTool): AiTools {
  const names = createToolNames(tools)
  const order = createOrder()
  const aiToolOf = ({ name, description, parameters, reads_only }: ToolView): AiTool => ({
    type: 'dynamic',
    description,
    inputSchema: inputSchemaOf(parameters),
    execute: (input, options) => order.run(() => call(name, input, options), { isRead: reads_only, signal: options.abortSignal }),
    toModelOutput: ({ output }) => toldOf(output as Outcome),
  })
  return Object.fromEntries(tools.map((tool) => [names.offered(tool.name), aiToolOf(tool)]))
}

function inputSchemaOf(parameters: Record<string, unknown>): InputSchema {
  // A copy, because the SDK modifies the schema in place.
  const copy = () => structuredClone(parameters)
  return { '~standard': { version: 1, vendor: 'countersign', validate: (value) => ({ value }), jsonSchema: { input: copy, output: copy } } }
}

const toldOf = ({ ok, report }: Outcome): ModelOutput => ({ type: ok ? 'text' : 'error-text', value: report })
