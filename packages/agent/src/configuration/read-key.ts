// The key of a model: from the variable or file named in the configuration, or from the provider's usual variable.
import { readFileSync, statSync } from 'node:fs'
import type { ProviderName } from '../providers/model-settings.ts'
import { ModelsError } from './models-error.ts'

export type Environment = Readonly<Record<string, string | undefined>>

const USUAL_VARIABLES: Record<ProviderName, string | undefined> = {
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  google: 'GOOGLE_GENERATIVE_AI_API_KEY',
  // Often a server on this machine that needs no key.
  'openai-compatible': undefined,
}

export interface Key {
  readonly apiKey: string
  readonly keyFrom: string
}

export function keyOfVariable(environment: Environment, name: string, place: string): Key {
  const apiKey = environment[name]?.trim()
  if (!apiKey) throw new ModelsError(`${place}: the variable ${name} is not set; set it to the key before you start the server`)
  return checkKey({ apiKey, keyFrom: `the variable ${name}` }, place)
}

export function keyOfFile(file: string, place: string): Key {
  // Refuses a file that other users of this machine could read.
  const mode = readingMode(file, place)
  if (process.platform !== 'win32' && mode & 0o077)
    throw new ModelsError(`${place}: ${file} can be read by others (mode ${mode.toString(8)}); run chmod 600 ${file}`)
  return checkKey({ apiKey: readFileSync(file, 'utf8').trim(), keyFrom: file }, place)
}

/** Undefined for a provider that may not need a key. */
export function usualKey(environment: Environment, provider: ProviderName, place: string): Key | undefined {
  const variable = USUAL_VARIABLES[provider]
  if (variable === undefined) return undefined
  if (!environment[variable]?.trim())
    throw new ModelsError(`${place}: ${provider} needs a key; set the variable ${variable}, or write api_key_env or api_key_file`)
  return keyOfVariable(environment, variable, place)
}

function readingMode(file: string, place: string): number {
  try {
    return statSync(file).mode & 0o777
  } catch (error) {
    throw new ModelsError(`${place}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}); put the key there, with mode 600`)
  }
}

/** A key is sent in a header, so it must be one line of printable characters. */
function checkKey(key: Key, place: string): Key {
  if (!/^[\x21-\x7e]+$/.test(key.apiKey)) throw new ModelsError(`${place}: ${key.keyFrom} does not hold one key on one line`)
  return key
}
