// The providers of the AI SDK. Each is loaded when one of its models is first used, so a server without models loads none. The
// URL is always set, so that no environment variable of the SDK can send a conversation elsewhere.
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ModelSettings, ProviderName } from './model-settings.ts'

type Load = (settings: ModelSettings, ports: { readonly fetch: typeof fetch }) => Promise<LanguageModelV4>

const LOADERS: Record<ProviderName, Load> = {
  'openai-compatible': async ({ baseUrl, apiKey, model }, ports) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    return createOpenAICompatible({ name: 'openai-compatible', baseURL: baseUrl, includeUsage: true, ...(apiKey && { apiKey }), ...ports })(
      model,
    )
  },
  openai: async ({ baseUrl, apiKey = '', model }, ports) => {
    const { createOpenAI } = await import('@ai-sdk/openai')
    return createOpenAI({ baseURL: baseUrl, apiKey, ...ports }).responses(model)
  },
  anthropic: async ({ baseUrl, apiKey = '', model }, ports) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ baseURL: baseUrl, apiKey, ...ports })(model)
  },
  google: async ({ baseUrl, apiKey = '', model }, ports) => {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
    return createGoogleGenerativeAI({ baseURL: baseUrl, apiKey, ...ports })(model)
  },
}

export async function loadModel(settings: ModelSettings): Promise<LanguageModelV4> {
  const { createModelFetch } = await import('./model-fetch.ts')
  return LOADERS[settings.provider](settings, { fetch: createModelFetch() })
}
