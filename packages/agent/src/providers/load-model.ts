// The AI SDK and the packages of the providers, loaded when a model is first asked: a server without models needs none of them.
// The address is always given, so that no variable of the SDK's own can send a conversation elsewhere.
import type { LanguageModel } from 'ai'
import type { ModelSettings, ProviderName } from './model-settings.ts'

type Load = (settings: ModelSettings) => Promise<LanguageModel>

const LOADERS: Record<ProviderName, Load> = {
  'openai-compatible': async ({ baseUrl, apiKey, model }) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    return createOpenAICompatible({ name: 'openai-compatible', baseURL: baseUrl, includeUsage: true, ...(apiKey && { apiKey }) })(model)
  },
  openai: async ({ baseUrl, apiKey = '', model }) => {
    const { createOpenAI } = await import('@ai-sdk/openai')
    return createOpenAI({ baseURL: baseUrl, apiKey }).responses(model)
  },
  anthropic: async ({ baseUrl, apiKey = '', model }) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ baseURL: baseUrl, apiKey })(model)
  },
  google: async ({ baseUrl, apiKey = '', model }) => {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
    return createGoogleGenerativeAI({ baseURL: baseUrl, apiKey })(model)
  },
}

export interface LoadedModel {
  readonly sdk: typeof import('ai')
  readonly languageModel: LanguageModel
}

export async function loadModel(settings: ModelSettings): Promise<LoadedModel> {
  // The SDK writes its warnings to the terminal of the server, where they help nobody.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
  const [sdk, languageModel] = await Promise.all([import('ai'), LOADERS[settings.provider](settings)])
  return { sdk, languageModel }
}
