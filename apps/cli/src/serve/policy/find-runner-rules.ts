// The rules of the server's own runner. They are read here too, so that a wrong file stops the start, not only the runner.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readRunnerRules } from '@countersign/runner/runner-rules'
import { UsageError } from '../../terminal/report-error.ts'

export interface RulesChoice {
  readonly given: string | undefined
  readonly data: string
  readonly workspace: string
}

export function findRunnerRules({ given, data, workspace }: RulesChoice): string | undefined {
  const usual = join(data, 'runner.toml')
  const file = given === undefined ? existsSync(usual) && usual : resolve(given)
  if (given !== undefined && !existsSync(resolve(given))) throw new UsageError(`--rules: there is no file ${given}`)
  readRunnerRules({ workspace, own: join(data, 'runner', 'runner.toml'), given: file || undefined })
  return file || undefined
}
