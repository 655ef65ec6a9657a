// The built command line, if it is as new as its sources (scripts/build/build-command.ts builds it).
import { existsSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = new URL('../../../', import.meta.url)
const BUILT = new URL('../dist/run-command-line.js', import.meta.url)
const INPUTS = new URL('../dist/inputs.json', import.meta.url)

/** The URL of the built module; undefined if there is none or a source has changed since. */
export function findBuilt(): string | undefined {
  return isCurrent(INPUTS) && existsSync(BUILT) ? BUILT.href : undefined
}

/** Whether everything that went into a build is unchanged. */
export function isCurrent(inputs: URL): boolean {
  if (!existsSync(inputs)) return false
  const stamps = JSON.parse(readFileSync(inputs, 'utf8')) as Record<string, string>
  return Object.entries(stamps).every(([path, stamp]) => stampOf(path) === stamp)
}

function stampOf(path: string): string | undefined {
  const found = statSync(fileURLToPath(new URL(path, ROOT)), { throwIfNoEntry: false })
  return found && `${found.size} ${found.mtimeMs}`
}
