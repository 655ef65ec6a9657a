// A small text file that may be missing.
import { readFileSync } from 'node:fs'
import { errnoOf } from './file-failure.ts'

export function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined
    throw error
  }
}
