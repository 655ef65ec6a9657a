// The settings needed to use one model.
import type { Prices } from '../model.ts'

export const PROVIDERS = ['openai-compatible', 'openai', 'anthropic', 'google'] as const
export type ProviderName = (typeof PROVIDERS)[number]

export interface ModelSettings {
  readonly name: string
  readonly provider: ProviderName
  /** The provider's name for the model. */
  readonly model: string
  readonly baseUrl: string
  readonly apiKey?: string
  /** Where the key came from, for a person who has to fix it. */
  readonly keyFrom?: string
  readonly maxOutputTokens?: number
  readonly contextTokens?: number
  readonly prices?: Prices
}
