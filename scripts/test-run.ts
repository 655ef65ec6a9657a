// One run of Vitest from installing what it needs to the verdict. With CI=true a skipped test fails it.
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildCommand } from './build/build-command.ts'
import { runCommand } from './run-command.ts'
import { canInstall, setUp } from './setup.ts'
import { findProblems, summarize, type TestResults } from './test-results.ts'

const isCI = process.env.CI === 'true'

export interface TestRun {
  /** Of Vitest. */
  readonly parameters: readonly string[]
  /** Gets the folder of the run, which is removed at its end. */
  readonly prepare?: (folder: string) => Promise<NodeJS.ProcessEnv>
  /** Problems that no test shows. */
  readonly check?: (folder: string) => Promise<string[]>
}

/** Sets the exit code of this process. */
export async function runTests({ parameters, prepare, check }: TestRun): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  try {
    const env = await prepare?.(folder)
    if (isCI || canInstall()) await setUp()
    await buildCommand()
    const problems = await runVitest(parameters, { TEST_RUN_FOLDER: folder, ...env })
    const results = await readResults(folder)
    problems.push(...findProblems(results, { skipsAllowed: !isCI }), ...((await check?.(folder)) ?? []))
    console.log(['', ...problems, summarize(results)].join('\n'))
    process.exitCode = problems.length === 0 ? 0 : 1
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runVitest(parameters: readonly string[], env: NodeJS.ProcessEnv): Promise<string[]> {
  const { code } = await runCommand(['vitest', 'run', ...parameters], { shown: true, env })
  return code === 0 ? [] : [`Vitest ended with code ${code}.`]
}

async function readResults(folder: string): Promise<TestResults> {
  const file = join(folder, 'results.json')
  return existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : { passed: 0, failed: 0, skipped: [] }
}
