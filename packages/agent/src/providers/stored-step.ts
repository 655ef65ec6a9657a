// What a model needs to continue from its own earlier step: the step as the provider returned it, for the same model only.
import type {
  LanguageModelV4CustomPart,
  LanguageModelV4ReasoningPart,
  LanguageModelV4TextPart,
  LanguageModelV4ToolCallPart,
} from '@ai-sdk/provider'
import type { Entry } from '../model.ts'

export type SaidPart = LanguageModelV4TextPart | LanguageModelV4ReasoningPart | LanguageModelV4ToolCallPart | LanguageModelV4CustomPart

export interface StoredStep {
  /** The provider and model that produced it. */
  readonly by: string
  readonly content: SaidPart[]
}

interface GivenBack extends Pick<StoredStep, 'content'> {
  /** The ids of the calls, in order. */
  readonly callIds: readonly string[]
}

export function storedStepOf({ provider, calls }: Extract<Entry, { kind: 'assistant' }>, by: string): GivenBack | undefined {
  const kept = provider as StoredStep | null
  if (kept?.by !== by || !Array.isArray(kept.content)) return undefined
  const { content } = kept
  const callIds = content.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []))
  return callIds.length === calls.length ? { content, callIds } : undefined
}
