// A models file that names the scripted model once for each wire format, at a port that stays the same for all scenarios of a file.
import { createServer } from 'node:net'
import { afterAll } from 'vitest'
import { makeFolder } from '../../../packages/test-kit/src/folders/make-folder.ts'
import {
  type Script,
  type ScriptedModel,
  type ScriptedStep,
  startScriptedModel,
} from '../../../packages/test-kit/src/scripted-model/scripted-model.ts'

export type { ScriptedModel, ScriptedStep } from '../../../packages/test-kit/src/scripted-model/scripted-model.ts'

/** By the name of the model: `compatible` speaks chat completions, `openai` the Responses. */
const PROVIDERS = { compatible: 'openai-compatible', openai: 'openai', anthropic: 'anthropic', google: 'google' } as const
export const MODELS = Object.keys(PROVIDERS) as readonly (keyof typeof PROVIDERS)[]

export interface ScriptedModels {
  /** Options of `serve`. */
  readonly serve: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** One at a time. */
  start(script: Script | readonly ScriptedStep[]): Promise<ScriptedModel>
}

export interface ModelsOptions {
  /** For a million tokens, of every model. */
  readonly prices?: { readonly input: number; readonly output: number }
}

export async function prepareModels({ prices }: ModelsOptions = {}): Promise<ScriptedModels> {
  const port = await freePort()
  const priced = prices ? `input_price = ${prices.input}\noutput_price = ${prices.output}\n` : ''
  const entries = Object.entries(PROVIDERS).map(
    ([name, provider]) =>
      `[[model]]\nname = "${name}"\nprovider = "${provider}"\nmodel = "scripted"\nbase_url = "http://127.0.0.1:${port}/${provider === 'google' ? 'v1beta' : 'v1'}"\napi_key_env = "SCRIPTED_KEY"\n${priced}`,
  )
  const folder = await makeFolder('models', { 'models.toml': entries.join('\n') })
  afterAll(() => folder[Symbol.asyncDispose]())
  return {
    serve: ['--models', folder.at('models.toml')],
    env: { SCRIPTED_KEY: 'sk-of-the-scenario' },
    start: (script) => startScriptedModel(script, port),
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
