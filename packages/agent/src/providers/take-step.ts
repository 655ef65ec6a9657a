// One request to a model and its answer as a step. Calls the provider of the AI SDK directly: the SDK's own loop runs tools,
// retries and traces, which is done elsewhere here and costs more than the rest of a step.
import type { LanguageModelV4, LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import { createToolNames, inEnglish, sentence, type ToolNames, type ToolView } from '@countersign/protocol'
import type { ModelRequest, ModelStep } from '../model.ts'
import type { ModelSettings, ProviderName } from './model-settings.ts'
import { AnswerUnusable } from './problems/answer-unusable.ts'
import { type Answer, readAnswer } from './read-answer.ts'
import { toPrompt } from './to-prompt.ts'
import { plainSchema } from './tools/plain-schema.ts'
import { readCall } from './tools/read-calls.ts'

const PROVIDER_OPTIONS = {
  // The provider stores nothing: everything the next step needs is recorded here.
  openai: { store: false },
  anthropic: { cacheControl: { type: 'ephemeral' } },
}

type SchemaOf = (parameters: ToolView['parameters']) => ToolView['parameters']

const whole: SchemaOf = (parameters) => parameters
const SCHEMAS: Partial<Record<ProviderName, SchemaOf>> = { 'openai-compatible': rememberPlain() }

/** Cached, because the schemas of the catalogue are the same in every step. */
function rememberPlain(): SchemaOf {
  const known = new WeakMap<object, ToolView['parameters']>()
  return (parameters) => {
    const plain = known.get(parameters) ?? plainSchema(parameters)
    known.set(parameters, plain)
    return plain
  }
}

const CUT_OFF = sentence('turn.answer-cut')

export async function takeStep(model: LanguageModelV4, settings: ModelSettings, request: ModelRequest): Promise<ModelStep> {
  const { tools, signal, onText } = request
  const by = `${settings.provider}/${settings.model}`
  const names = createToolNames(tools)
  const { stream } = await model.doStream({
    prompt: toPrompt(request, { names, by }),
    ...(tools.length > 0 && { tools: toolsFor(tools, names, SCHEMAS[settings.provider] ?? whole), toolChoice: { type: 'auto' } }),
    ...(settings.maxOutputTokens && { maxOutputTokens: settings.maxOutputTokens }),
    providerOptions: PROVIDER_OPTIONS,
    abortSignal: signal,
  })
  const answer = await readAnswer(stream, onText)
  checkWhole(answer)
  const { text, calls, content, usage } = answer
  const wasCut = answer.finishReason === 'length'
  return {
    ...(wasCut && calls.length === 0 ? { content: `${text}\n\n${inEnglish(CUT_OFF)}`, note_form: CUT_OFF } : { content: text }),
    calls: calls.map((call) => readCall(call, { names, tools, wasCut })),
    provider: { by, content },
    inputTokens: usage.inputTokens.total ?? 0,
    outputTokens: usage.outputTokens.total ?? 0,
  }
}

const toolsFor = (tools: readonly ToolView[], names: ToolNames, schemaOf: SchemaOf): LanguageModelV4FunctionTool[] =>
  tools.map(({ name, description, parameters }) => ({
    type: 'function',
    name: names.offered(name),
    description,
    inputSchema: schemaOf(parameters),
  }))

function checkWhole({ finishReason, text, calls }: Answer): void {
  if (finishReason === 'content-filter') throw new AnswerUnusable('filtered')
  if (finishReason === 'interrupted' || finishReason === 'error') throw new AnswerUnusable('cut')
  if (calls.length > 0 || text.trim() !== '') return
  throw new AnswerUnusable(finishReason === 'length' ? 'no-room' : 'empty')
}
