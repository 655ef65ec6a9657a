// Reads the answer of a model from the stream of its provider.
import type {
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { AnswerUnusable } from './problems/answer-unusable.ts'
import type { SaidPart } from './stored-step.ts'
import { isRecord, parseInput } from './tools/read-calls.ts'

export interface Answer {
  readonly text: string
  readonly calls: readonly { readonly toolName: string; readonly input: unknown }[]
  /** Everything in order, with the data that the provider needs to get back. */
  readonly content: SaidPart[]
  readonly finishReason: LanguageModelV4FinishReason['unified']
  readonly usage: LanguageModelV4Usage
}

type Finish = Pick<Answer, 'finishReason' | 'usage'>
type TextPart = Extract<SaidPart, { type: 'text' | 'reasoning' }>
type TextEvent = Extract<LanguageModelV4StreamPart, { type: `${'text' | 'reasoning'}-${'start' | 'delta' | 'end'}` }>

/** Throws the provider's errors, including those in the middle of an answer. */
export async function readAnswer(stream: AsyncIterable<LanguageModelV4StreamPart>, onText: (text: string) => void): Promise<Answer> {
  const content: SaidPart[] = []
  const calls: Answer['calls'][number][] = []
  const texts = createTexts(content)
  let finish: Finish | undefined
  for await (const part of stream) {
    if (part.type === 'error') throw part.error
    else if (isText(part)) texts.add(part)
    else if (part.type === 'tool-call') calls.push(addCall(content, part))
    else if (part.type === 'custom') content.push({ type: 'custom', kind: part.kind, ...keptAs(part) })
    else if (part.type === 'finish') finish = { finishReason: part.finishReason.unified, usage: part.usage }
    if (part.type === 'text-delta' && part.delta !== '') onText(part.delta)
  }
  if (!finish) throw new AnswerUnusable('cut')
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('')
  return { text, calls, content: content.filter(saysSomething), ...finish }
}

const isText = (part: LanguageModelV4StreamPart): part is TextEvent => /^(?:text|reasoning)-(?:start|delta|end)$/.test(part.type)

/** Texts arrive in pieces, several texts at a time. Of the data that the provider needs to get back, the last piece counts. */
function createTexts(content: SaidPart[]) {
  const open = new Map<string, TextPart>()
  return {
    add(event: TextEvent): void {
      const type = event.type.startsWith('text') ? 'text' : 'reasoning'
      const known = open.get(`${type} ${event.id}`)
      const part: TextPart = known ?? { type, text: '' }
      if (!known) content.push(part)
      if ('delta' in event) part.text += event.delta
      Object.assign(part, keptAs(event))
      if (event.type.endsWith('-end')) open.delete(`${type} ${event.id}`)
      else open.set(`${type} ${event.id}`, part)
    },
  }
}

function addCall(content: SaidPart[], call: LanguageModelV4ToolCall): Answer['calls'][number] {
  const { toolCallId, toolName } = call
  const input = parseInput(call.input)
  content.push({ type: 'tool-call', toolCallId, toolName, input: isRecord(input) ? input : {}, ...keptAs(call) })
  return { toolName, input }
}

const keptAs = ({ providerMetadata }: Pick<TextEvent, 'providerMetadata'>) =>
  providerMetadata ? { providerOptions: providerMetadata } : {}

const saysSomething = (part: SaidPart): boolean => part.type !== 'text' || part.text !== '' || part.providerOptions !== undefined
