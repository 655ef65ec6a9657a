// The server's models: from the given file or models.toml in the data folder, and the one from the environment.
// None of it may be in a workspace, where an agent could read a key or redirect it.
import { isAbsolute, join, resolve } from 'node:path'
import { type ModelSettings, ModelsError, readModels } from '@countersign/agent'
import { UsageError } from '../../terminal/report-error.ts'
import { isInside } from '../../workspace/is-inside.ts'

export interface ModelsChoice {
  readonly given: string | undefined
  readonly data: string
  readonly workspace?: string | undefined
}

export const modelsFile = ({ given, data }: ModelsChoice): string => (given ? resolve(given) : join(data, 'models.toml'))

export function configuredModels(choice: ModelsChoice): ModelSettings[] {
  const file = modelsFile(choice)
  const models = readOrRefuse(file, choice.given !== undefined)
  const keyFiles = models.flatMap(({ keyFrom = '' }) => (isAbsolute(keyFrom) ? [keyFrom] : []))
  const inside = [file, ...keyFiles].find((path) => choice.workspace && isInside(path, choice.workspace))
  if (inside) throw new UsageError(`${inside} lies in the workspace, where agents can reach it. Move it elsewhere.`)
  return models
}

function readOrRefuse(file: string, isNamed: boolean): ModelSettings[] {
  try {
    return readModels({ file, isNamed, environment: process.env })
  } catch (error) {
    if (error instanceof ModelsError) throw new UsageError(`${error.message}\nHow to write it: docs/models.md`)
    throw error
  }
}
