// The models file: named models in TOML. A file with any mistake is not used at all; the error names the line and the field.
import { parse, TomlError } from 'smol-toml'
import * as z from 'zod'
import { PROVIDERS } from '../providers/model-settings.ts'
import { problemOfUrl } from './base-urls.ts'
import { ModelsError } from './models-error.ts'

const NO_KEYS_HERE = 'a key is not written into this file; name its variable with api_key_env, or its own file with api_key_file'

const tokens = z.int('write a whole number of tokens').positive('write a whole number of tokens').max(100_000_000)

const price = z
  .number('write the price of a million tokens as a number')
  .nonnegative('write the price of a million tokens as a number')
  .max(1_000_000)

const checkUrl = (text: string, { addIssue }: { addIssue(message: string): void }): void => {
  const problem = problemOfUrl(text)
  if (problem) addIssue(problem)
}

const modelSchema = z
  .strictObject({
    name: z.string('write a name of your own for this model').regex(/^[\w.:-]{1,64}$/, 'write a name of letters, digits and . _ : -'),
    provider: z.enum(PROVIDERS, `write one of ${PROVIDERS.join(', ')}`),
    model: z.string('write the name that the provider gives the model').trim().min(1, 'write the name that the provider gives the model'),
    base_url: z.string().superRefine(checkUrl).optional(),
    api_key_env: z.string().regex(/^\w+$/, 'write the name of an environment variable').optional(),
    api_key_file: z.string().min(1).optional(),
    api_key: z.undefined(NO_KEYS_HERE).optional(),
    max_output_tokens: tokens.optional(),
    context_tokens: tokens.optional(),
    input_price: price.optional(),
    output_price: price.optional(),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'write three letters, such as USD')
      .default('USD'),
  })
  .refine(({ input_price, output_price }) => (input_price === undefined) === (output_price === undefined), {
    path: ['input_price'],
    message: 'write input_price and output_price, or neither',
  })
  .refine(({ api_key_env, api_key_file }) => !(api_key_env && api_key_file), {
    path: ['api_key_file'],
    message: 'write api_key_env or api_key_file, not both',
  })
  .refine(({ provider, base_url }) => provider !== 'openai-compatible' || base_url, {
    path: ['provider'],
    message: 'an openai-compatible model needs its address: write base_url = "http://127.0.0.1:11434/v1" or wherever it is',
  })
export type FileModel = z.infer<typeof modelSchema>

const fileSchema = z.strictObject({
  default: z.string('write the name of one of the models').optional(),
  model: z.array(modelSchema, 'write each model under a line [[model]]').min(1, 'write at least one model under a line [[model]]'),
})

export interface ModelsFile {
  /** The default comes first. */
  readonly models: readonly FileModel[]
  /** File, line and field, for the beginning of a message. */
  readonly placeOf: (model: FileModel, field: string) => string
}

export function parseModelsFile(text: string, fileName: string): ModelsFile {
  const raw = readToml(text, fileName)
  const parsed = fileSchema.safeParse(raw)
  if (!parsed.success) throw new ModelsError(describeIssue(parsed.error.issues[0], text, fileName))
  const { default: chosen, model: models } = parsed.data
  const placeOf = (model: FileModel, field: string) => place(text, fileName, models.indexOf(model), field)
  const twice = models.find(({ name }, index) => models.findIndex((other) => other.name === name) < index)
  if (twice) throw new ModelsError(`${placeOf(twice, 'name')}: another model has this name; write another one`)
  const first = chosen === undefined ? models[0] : models.find(({ name }) => name === chosen)
  if (!first) {
    const line = lineOfField(text.split('\n'), 0, 'default')
    throw new ModelsError(
      `${fileName} line ${line}: default: there is no model "${chosen}"; write one of ${models.map(({ name }) => name).join(', ')}`,
    )
  }
  return { models: [first, ...models.filter((model) => model !== first)], placeOf }
}

function readToml(text: string, fileName: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof TomlError) throw new ModelsError(`${fileName} line ${error.line}: ${error.message.split('\n')[0]}`)
    throw error
  }
}

function describeIssue(issue: z.core.$ZodIssue | undefined, text: string, fileName: string): string {
  const [table, index, field] = issue?.path ?? []
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  const named = String(field ?? unknown ?? table ?? '')
  const where =
    table === 'model' && typeof index === 'number'
      ? place(text, fileName, index, named)
      : `${fileName} line ${lineOfField(text.split('\n'), 0, named)}: ${named}`
  return `${where}: ${unknown ? 'there is no such field' : issue?.message}`
}

function place(text: string, fileName: string, index: number, field: string): string {
  const lines = text.split('\n')
  const starts = lines.flatMap((line, at) => (/^\s*\[\[\s*model\s*\]\]/.test(line) ? [at] : []))
  return `${fileName} line ${lineOfField(lines, starts[index] ?? 0, field)}: ${field}`
}

/** The line of the field in the table that begins at `start`; the first line of the table if the field is missing. */
function lineOfField(lines: readonly string[], start: number, field: string): number {
  const end = lines.findIndex((line, at) => at > start && /^\s*\[/.test(line))
  const inTable = lines.slice(start, end < 0 ? undefined : end)
  const found = inTable.findIndex((line) => line.trimStart().startsWith(field) && /^\s*["']?[\w-]+["']?\s*=/.test(line))
  return start + Math.max(0, found) + 1
}
