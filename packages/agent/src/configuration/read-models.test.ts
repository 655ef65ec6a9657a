import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ModelsError } from './models-error.ts'
import { readModels } from './read-models.ts'

const folder = mkdtempSync(join(tmpdir(), 'countersign-models-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'models.toml')

const GOOD = `default = "work"

[[model]]
name = "local"
provider = "openai-compatible"
model = "qwen3-coder:30b"
base_url = "http://127.0.0.1:11434/v1/"
context_tokens = 32768

[[model]]
name = "work"
provider = "anthropic"
model = "some-claude"
api_key_env = "WORK_KEY"
max_output_tokens = 8000
`

const read = (text: string, environment: Record<string, string> = { WORK_KEY: 'sk-work' }) => {
  writeFileSync(file, text)
  return readModels({ file, isNamed: true, environment })
}

test('a file gives named models, the default first', () => {
  expect(read(GOOD)).toEqual([
    {
      name: 'work',
      provider: 'anthropic',
      model: 'some-claude',
      baseUrl: 'https://api.anthropic.com/v1',
      apiKey: 'sk-work',
      keyFrom: 'the variable WORK_KEY',
      maxOutputTokens: 8000,
    },
    { name: 'local', provider: 'openai-compatible', model: 'qwen3-coder:30b', baseUrl: 'http://127.0.0.1:11434/v1', contextTokens: 32768 },
  ])
})

test('a model may have prices, for a million tokens', () => {
  const priced = GOOD.replace('max_output_tokens = 8000', 'input_price = 3\noutput_price = 15.5')
  expect(read(priced)[0]?.prices).toEqual({ input: 3, output: 15.5, currency: 'USD' })
  expect(read(`${priced}currency = "EUR"\n`)[0]?.prices).toMatchObject({ currency: 'EUR' })
  expect(read(GOOD)[0]?.prices).toBeUndefined()
})

test('without a default the first model is it', () => {
  expect(read(GOOD.replace('default = "work"', ''))[0]?.name).toBe('local')
})

test('no file and no variable is no model', () => {
  expect(readModels({ file: join(folder, 'none.toml'), isNamed: false, environment: {} })).toEqual([])
})

test('a file that was named must be there', () => {
  expect(() => readModels({ file: join(folder, 'none.toml'), isNamed: true, environment: {} })).toThrow(
    /none\.toml: cannot be read \(ENOENT\)/,
  )
})

test.each([
  [GOOD.replace('"anthropic"', '"claude"'), 12, /provider: write one of openai-compatible, openai, anthropic, google/],
  [GOOD.replace('name = "work"', 'name = "local"'), 11, /name: another model has this name/],
  [GOOD.replace('default = "work"', 'default = "home"'), 1, /default: there is no model "home"; write one of local, work/],
  [
    GOOD.replace('base_url = "http://127.0.0.1:11434/v1/"\n', ''),
    5,
    /provider: an openai-compatible model needs its address: write base_url/,
  ],
  [GOOD.replace('http://127', 'ftp://127'), 7, /base_url: write an address that begins with http/],
  [GOOD.replace('http://127', 'http://me:secret@127'), 7, /base_url: an address holds no password/],
  [
    GOOD.replace('api_key_env = "WORK_KEY"', 'api_key = "sk-secret"'),
    14,
    /api_key: a key is not written into this file; name its variable/,
  ],
  [GOOD.replace('"WORK_KEY"', '"OTHER_KEY"'), 14, /api_key_env: the variable OTHER_KEY is not set; set it to the key/],
  [GOOD.replace('api_key_env = "WORK_KEY"\n', ''), 12, /provider: anthropic needs a key; set the variable ANTHROPIC_API_KEY/],
  [GOOD.replace('max_output_tokens = 8000', 'input_price = 3'), 15, /input_price: write input_price and output_price, or neither/],
  [GOOD.replace('max_output_tokens = 8000', 'input_price = -1\noutput_price = 1'), 15, /input_price: write the price/],
  [GOOD.replace('8000', '"many"'), 15, /max_output_tokens: write a whole number/],
  [GOOD.replace('context_tokens', 'context'), 8, /context: there is no such field/],
  [GOOD.replace('default', 'colour'), 1, /colour: there is no such field/],
  [GOOD.replace('name = "work"\n', ''), 10, /name: write a name of your own/],
  [GOOD.replace('model = "some-claude"', 'model = some-claude'), 13, /TOML/],
  ['default = "a"', 1, /model: write each model under a line \[\[model\]\]/],
  [GOOD.replace('"WORK_KEY"', '"WORK_KEY"\napi_key_file = "key"'), 15, /api_key_file: write api_key_env or api_key_file, not both/],
])('a file that is wrong is refused with line, field and what to write (%#)', (text, line, problem) => {
  const error = failureOf(() => read(text))
  expect(error.message).toMatch(problem)
  expect(error.message).toContain(`${file} line ${line}: `)
  expect(error.message).not.toContain('sk-')
})

test('a key file is read beside the models file, and only where nobody else can read it', () => {
  const text = GOOD.replace('api_key_env = "WORK_KEY"', 'api_key_file = "work.key"')
  expect(failureOf(() => read(text)).message).toContain('work.key cannot be read (ENOENT)')
  writeFileSync(join(folder, 'work.key'), 'sk-of-the-file\n', { mode: 0o600 })
  expect(read(text)[0]).toMatchObject({ apiKey: 'sk-of-the-file', keyFrom: join(folder, 'work.key') })
  chmodSync(join(folder, 'work.key'), 0o644)
  expect(failureOf(() => read(text)).message).toMatch(
    /line 14: api_key_file: .*work\.key can be read by others \(mode 644\); run chmod 600/,
  )
})

test('a key of several lines is refused without being shown', () => {
  const { message } = failureOf(() => read(GOOD, { WORK_KEY: 'sk-one\nsk-two' }))
  expect(message).toMatch(/WORK_KEY does not hold one key on one line/)
  expect(message).not.toContain('sk-')
})

const fromEnvironment = (environment: Record<string, string>) =>
  readModels({ file: join(folder, 'none.toml'), isNamed: false, environment })

test('the environment alone gives a model, and comes before those of a file', () => {
  const environment = { COUNTERSIGN_MODEL: 'openai-compatible/org/coder', COUNTERSIGN_MODEL_URL: 'http://127.0.0.1:8000/v1' }
  const model = {
    name: 'openai-compatible/org/coder',
    provider: 'openai-compatible',
    model: 'org/coder',
    baseUrl: 'http://127.0.0.1:8000/v1',
  }
  expect(fromEnvironment(environment)).toEqual([model])
  expect(read(GOOD, { ...environment, WORK_KEY: 'sk-work' }).map(({ name }) => name)).toEqual([model.name, 'work', 'local'])
})

test('a model of the environment takes its own key, else the usual one of its provider', () => {
  const usual = { COUNTERSIGN_MODEL: 'google/gemini', GOOGLE_GENERATIVE_AI_API_KEY: 'usual-key' }
  expect(fromEnvironment(usual)).toMatchObject([{ apiKey: 'usual-key', keyFrom: 'the variable GOOGLE_GENERATIVE_AI_API_KEY' }])
  expect(fromEnvironment({ ...usual, COUNTERSIGN_MODEL_KEY: 'own-key' })).toMatchObject([{ apiKey: 'own-key' }])
})

test.each([
  [{ COUNTERSIGN_MODEL: 'gpt' }, /COUNTERSIGN_MODEL: write provider\/model/],
  [{ COUNTERSIGN_MODEL: 'openai/' }, /COUNTERSIGN_MODEL: write provider\/model/],
  [{ COUNTERSIGN_MODEL: 'openai/gpt' }, /openai needs a key; set the variable OPENAI_API_KEY/],
  [{ COUNTERSIGN_MODEL: 'openai-compatible/x' }, /COUNTERSIGN_MODEL_URL: an openai-compatible model needs its address/],
  [{ COUNTERSIGN_MODEL: 'openai-compatible/x', COUNTERSIGN_MODEL_URL: 'localhost' }, /COUNTERSIGN_MODEL_URL: write an address that begins/],
  [{ COUNTERSIGN_MODEL_URL: 'http://127.0.0.1' }, /COUNTERSIGN_MODEL: is not set/],
] as [Record<string, string>, RegExp][])('an environment that is wrong is refused with the variable (%#)', (environment, problem) => {
  expect(failureOf(() => fromEnvironment(environment)).message).toMatch(problem)
})

function failureOf(run: () => unknown): ModelsError {
  try {
    run()
  } catch (error) {
    expect(error).toBeInstanceOf(ModelsError)
    return error as ModelsError
  }
  throw new Error('it did not fail')
}
