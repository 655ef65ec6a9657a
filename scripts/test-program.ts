// Where the built version of a program that a test starts is. Without Vitest's setup a test gets the source, which only starts more slowly.
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT } from './run-command.ts'

/** Relative to the root of the repository. */
export const TEST_PROGRAMS = 'node_modules/.cache/countersign-test-programs'

/** A file for Node. */
export function testProgram(source: URL): string {
  const built = join(ROOT, TEST_PROGRAMS, `${basename(source.pathname, '.ts')}.js`)
  return process.env.VITEST && existsSync(built) ? built : fileURLToPath(source)
}
