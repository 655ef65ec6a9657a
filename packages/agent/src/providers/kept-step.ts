// What a model needs to go on from a step of its own: the step as the provider gave it, for the same model only.
import type { AssistantModelMessage, ModelMessage } from 'ai'
import type { Entry } from '../model.ts'

interface KeptStep {
  /** Provider and model that said it. */
  readonly by: string
  readonly messages: readonly AssistantModelMessage[]
}

/** Null where there is nothing but text and calls: those are on record anyway. */
export function keepStep(messages: readonly ModelMessage[], by: string): KeptStep | null {
  const said = messages.filter((message) => message.role === 'assistant')
  return said.length > 0 ? { by, messages: said } : null
}

interface GivenBack {
  readonly messages: AssistantModelMessage[]
  /** Of the calls, in their order. */
  readonly callIds: readonly string[]
}

export function keptStepOf({ provider, calls }: Extract<Entry, { kind: 'assistant' }>, by: string): GivenBack | undefined {
  const kept = provider as KeptStep | null
  if (kept?.by !== by || !Array.isArray(kept.messages)) return undefined
  const messages = [...kept.messages]
  const callIds = messages.flatMap(callIdsOf)
  return callIds.length === calls.length ? { messages, callIds } : undefined
}

const callIdsOf = ({ content }: AssistantModelMessage): string[] =>
  typeof content === 'string' ? [] : content.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []))
