// The configured models as doctor lists them: where a key comes from, never the key.
import { UsageError } from '../../terminal/report-error.ts'
import { configuredModels, type ModelsChoice, modelsFile } from './read-models.ts'

export function showModels(choice: ModelsChoice): { readonly ok: boolean; readonly text: string } {
  try {
    const models = configuredModels(choice)
    if (models.length === 0)
      return { ok: false, text: `none: a built-in agent answers; set COUNTERSIGN_MODEL or write ${modelsFile(choice)} (docs/models.md)` }
    const lines = models.map(({ name, provider, model, baseUrl, keyFrom }, index) => {
      const key = keyFrom ? `key from ${keyFrom}` : 'no key'
      return `${name}${index === 0 ? ' (default)' : ''}: ${provider} ${model} at ${baseUrl}, ${key}`
    })
    return { ok: true, text: lines.join('; ') }
  } catch (error) {
    if (error instanceof UsageError) return { ok: false, text: error.message }
    throw error
  }
}
