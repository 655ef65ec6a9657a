// The server's policy file: the one that was named, or policy.toml of the data folder. Never one of a workspace.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NO_POLICY, type Policy, PolicyFileError, parsePolicy } from '@countersign/policy'
import { UsageError } from '../terminal/report-error.ts'

export async function readPolicy(given: string | undefined, data: string): Promise<Policy> {
  const file = given ?? join(data, 'policy.toml')
  try {
    return parsePolicy(await readFile(file, 'utf8'), file)
  } catch (error) {
    if (error instanceof PolicyFileError) throw new UsageError(error.message)
    if (!given && (error as NodeJS.ErrnoException).code === 'ENOENT') return NO_POLICY
    throw error
  }
}
