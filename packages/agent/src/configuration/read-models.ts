// The models configured by the file and by the environment, the default first.
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { ModelSettings } from '../providers/model-settings.ts'
import { baseUrlOf } from './base-urls.ts'
import { environmentModel } from './environment-model.ts'
import { ModelsError } from './models-error.ts'
import { type FileModel, type ModelsFile, parseModelsFile } from './models-file.ts'
import { type Environment, type Key, keyOfFile, keyOfVariable, usualKey } from './read-key.ts'

export interface ModelsSource {
  readonly file: string
  /** The person named this file, so it must exist. */
  readonly isNamed: boolean
  readonly environment: Environment
}

/** The model from the environment comes first, because it was set for this start. */
export function readModels(source: ModelsSource): ModelSettings[] {
  const first = environmentModel(source.environment)
  return [...(first ? [first] : []), ...fileModels(source)]
}

function fileModels({ file, isNamed, environment }: ModelsSource): ModelSettings[] {
  const text = readText(file, isNamed)
  if (text === undefined) return []
  const parsed = parseModelsFile(text, file)
  return parsed.models.map((model) => settingsOf(model, { parsed, file, environment }))
}

function readText(file: string, isNamed: boolean): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && !isNamed) return undefined
    throw new ModelsError(`${file}: cannot be read (${code}); name an existing models file`)
  }
}

interface Place {
  readonly parsed: ModelsFile
  readonly file: string
  readonly environment: Environment
}

function settingsOf(model: FileModel, place: Place): ModelSettings {
  return {
    name: model.name,
    provider: model.provider,
    model: model.model,
    baseUrl: baseUrlOf(model.provider, model.base_url),
    ...keyOf(model, place),
    ...(model.max_output_tokens && { maxOutputTokens: model.max_output_tokens }),
    ...(model.context_tokens && { contextTokens: model.context_tokens }),
    ...pricesOf(model),
  }
}

const pricesOf = ({ input_price: input, output_price: output, currency }: FileModel): Pick<ModelSettings, 'prices'> =>
  input === undefined || output === undefined ? {} : { prices: { input, output, currency } }

function keyOf(model: FileModel, { parsed, file, environment }: Place): Key | undefined {
  const { api_key_env, api_key_file, provider } = model
  if (api_key_env) return keyOfVariable(environment, api_key_env, parsed.placeOf(model, 'api_key_env'))
  if (api_key_file) return keyOfFile(resolve(dirname(file), api_key_file), parsed.placeOf(model, 'api_key_file'))
  return usualKey(environment, provider, parsed.placeOf(model, 'provider'))
}
