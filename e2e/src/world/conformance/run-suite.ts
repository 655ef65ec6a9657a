// The official conformance suite as a process, and what it found.
import { spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { makeFolder } from '../../../../packages/test-kit/src/folders/make-folder.ts'

const MANIFEST = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')
const SUITE = join(dirname(MANIFEST), 'dist/index.js')

interface Check {
  readonly id: string
  readonly status: string
  readonly errorMessage?: string
}

export interface Outcome {
  readonly scenario: string
  /** What failed, in the suite's words; empty for a pass. */
  readonly problems: readonly string[]
  /** Recommendations of the suite, by the names of its checks. */
  readonly warnings: readonly string[]
}

/** Every scenario, ordered by name. */
export async function runSuite(url: string): Promise<Outcome[]> {
  await using folder = await makeFolder('conformance')
  const child = spawn(process.execPath, [SUITE, 'server', '--url', url, '-o', folder.path, '--suite', 'all'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.resume()
  await new Promise((ended) => child.once('close', ended))
  const found = await readdir(folder.path, { recursive: true })
  const files = found.filter((name) => name.endsWith('checks.json')).sort()
  return Promise.all(files.map(async (name) => outcomeOf(name, JSON.parse(await readFile(folder.at(name), 'utf8')) as Check[])))
}

/** The folder is named after the scenario and the time. */
const outcomeOf = (file: string, checks: readonly Check[]): Outcome => ({
  scenario: dirname(file)
    .replace(/^server-/, '')
    .replace(/-\d{4}-\d\d-\d\dT.*$/, ''),
  problems: checks.filter(({ status }) => status === 'FAILURE').map(({ id, errorMessage = '' }) => `${id}: ${errorMessage}`),
  warnings: checks.filter(({ status }) => status === 'WARNING').map(({ id }) => id),
})
