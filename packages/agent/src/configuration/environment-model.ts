// One model without a file: COUNTERSIGN_MODEL=provider/model, with COUNTERSIGN_MODEL_URL and COUNTERSIGN_MODEL_KEY if needed.
import { type ModelSettings, PROVIDERS, type ProviderName } from '../providers/model-settings.ts'
import { baseUrlOf, problemOfUrl } from './base-urls.ts'
import { ModelsError } from './models-error.ts'
import { type Environment, keyOfVariable, usualKey } from './read-key.ts'

const EXAMPLE = 'write provider/model, such as openai-compatible/qwen3-coder'

export function environmentModel(environment: Environment): ModelSettings | undefined {
  const { COUNTERSIGN_MODEL: name, COUNTERSIGN_MODEL_URL: url, COUNTERSIGN_MODEL_KEY: key } = environment
  if (!name) {
    if (url || key)
      throw new ModelsError(`COUNTERSIGN_MODEL: is not set, but COUNTERSIGN_MODEL_URL or COUNTERSIGN_MODEL_KEY is; ${EXAMPLE}`)
    return undefined
  }
  const provider = providerOf(name)
  const problem = url && problemOfUrl(url)
  if (problem) fail('COUNTERSIGN_MODEL_URL', problem)
  if (provider === 'openai-compatible' && !url)
    fail('COUNTERSIGN_MODEL_URL', 'an openai-compatible model needs its address, such as http://127.0.0.1:11434/v1')
  const found = key
    ? keyOfVariable(environment, 'COUNTERSIGN_MODEL_KEY', 'COUNTERSIGN_MODEL_KEY')
    : usualKey(environment, provider, 'COUNTERSIGN_MODEL_KEY')
  return { name, provider, model: name.slice(provider.length + 1), baseUrl: baseUrlOf(provider, url), ...found }
}

function providerOf(name: string): ProviderName {
  const [first = '', ...rest] = name.split('/')
  const provider = PROVIDERS.find((known) => known === first)
  if (!provider || !rest.join('/').trim()) return fail('COUNTERSIGN_MODEL', `${EXAMPLE}; the providers are ${PROVIDERS.join(', ')}`)
  return provider
}

function fail(variable: string, problem: string): never {
  throw new ModelsError(`${variable}: ${problem}`)
}
