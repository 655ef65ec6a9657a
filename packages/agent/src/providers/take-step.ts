// One request to a model and its answer as a step. Tools have no `execute`: the SDK hands the calls out and runs nothing.
import { createToolNames, type ToolNames, type ToolView } from '@countersign/protocol'
import type { FinishReason, ToolSet } from 'ai'
import type { ModelRequest, ModelStep } from '../model.ts'
import { keepStep } from './kept-step.ts'
import type { LoadedModel } from './load-model.ts'
import type { ModelSettings, ProviderName } from './model-settings.ts'
import { AnswerUnusable } from './problems/answer-unusable.ts'
import { toMessages } from './to-messages.ts'
import { plainSchema } from './tools/plain-schema.ts'
import { readCall } from './tools/read-calls.ts'

const PROVIDER_OPTIONS = {
  // Nothing is kept at the provider: what a next step needs is on record here.
  openai: { store: false },
  anthropic: { cacheControl: { type: 'ephemeral' } },
} as const

const whole: Offering['schemaOf'] = (parameters) => parameters
const SCHEMAS: Partial<Record<ProviderName, Offering['schemaOf']>> = { 'openai-compatible': rememberPlain() }

/** The schemas of the catalogue are the same in every step. */
function rememberPlain(): Offering['schemaOf'] {
  const known = new WeakMap<object, ToolView['parameters']>()
  return (parameters) => {
    const plain = known.get(parameters) ?? plainSchema(parameters)
    known.set(parameters, plain)
    return plain
  }
}

const CUT_OFF = '(The answer was cut off here: the limit of output tokens was reached.)'

export async function takeStep({ sdk, languageModel }: LoadedModel, settings: ModelSettings, request: ModelRequest): Promise<ModelStep> {
  const { system, conversation, tools, signal, onText } = request
  const by = `${settings.provider}/${settings.model}`
  const names = createToolNames(tools)
  const result = sdk.streamText({
    model: languageModel,
    ...(system && { instructions: system }),
    messages: toMessages(conversation, names, by),
    ...(tools.length > 0 && { tools: toolSet(sdk, tools, { names, schemaOf: SCHEMAS[settings.provider] ?? whole }) }),
    ...(settings.maxOutputTokens && { maxOutputTokens: settings.maxOutputTokens }),
    providerOptions: PROVIDER_OPTIONS,
    maxRetries: 0,
    abortSignal: signal,
    // Errors are read from the stream; the SDK would print them.
    onError: () => undefined,
  })
  let content = ''
  for await (const part of result.fullStream) {
    if (part.type === 'error') throw part.error
    if (part.type === 'abort') throw signal.reason
    if (part.type !== 'text-delta') continue
    content += part.text
    onText(part.text)
  }
  const { finishReason, usage, toolCalls } = await result.finalStep
  checkWhole(finishReason, content, toolCalls.length)
  const wasCut = finishReason === 'length'
  return {
    content: wasCut && toolCalls.length === 0 ? `${content}\n\n${CUT_OFF}` : content,
    calls: toolCalls.map((call) => readCall(call, { names, tools, wasCut })),
    provider: keepStep(await result.responseMessages, by),
    inputTokens: usage.inputTokens ?? 0,
    outputTokens: usage.outputTokens ?? 0,
  }
}

interface Offering {
  readonly names: ToolNames
  readonly schemaOf: (parameters: ToolView['parameters']) => ToolView['parameters']
}

function toolSet({ jsonSchema, tool }: LoadedModel['sdk'], tools: readonly ToolView[], { names, schemaOf }: Offering): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, parameters }) => [
      names.offered(name),
      tool({ description, inputSchema: jsonSchema(schemaOf(parameters)) }),
    ]),
  )
}

function checkWhole(finishReason: FinishReason, content: string, calls: number): void {
  if (finishReason === 'content-filter') throw new AnswerUnusable('filtered')
  if (finishReason === 'interrupted' || finishReason === 'error') throw new AnswerUnusable('cut')
  if (calls > 0 || content.trim() !== '') return
  throw new AnswerUnusable(finishReason === 'length' ? 'no-room' : 'empty')
}
