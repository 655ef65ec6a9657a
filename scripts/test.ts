// Runs the tests. Without parameters: all of them, with coverage and its thresholds. Parameters are passed to Vitest; thresholds then do
// not count, and coverage is shown only with --coverage. With CI=true a skipped test fails the run.
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildCommand } from './build/build-command.ts'
import { reportCoverage } from './coverage/coverage.ts'
import { runCommand } from './run-command.ts'
import { canInstall, setUp } from './setup.ts'
import { findProblems, summarize, type TestResults } from './test-results.ts'

const parameters = process.argv.slice(2)
const isWholeRun = parameters.length === 0
const isCovered = isWholeRun || parameters.includes('--coverage')
const isCI = process.env.CI === 'true'

const folder = await mkdtemp(join(tmpdir(), 'countersign-test-'))
const children = join(folder, 'children')
const page = join(folder, 'page')
for (const one of [children, page]) await mkdir(one)
try {
  if (isCI || canInstall()) await setUp()
  await buildCommand()
  const problems = await runVitest()
  const results = await readResults()
  problems.push(...findProblems(results, { skipsAllowed: !isCI }))
  if (isCovered) problems.push(...(await checkCoverage()))
  console.log(['', ...problems, summarize(results)].join('\n'))
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function runVitest(): Promise<string[]> {
  const command = ['vitest', 'run', ...(isWholeRun ? ['--coverage'] : parameters)]
  const env = { TEST_RUN_FOLDER: folder, ...(isCovered ? { TEST_CHILD_COVERAGE: children, TEST_PAGE_COVERAGE: page } : {}) }
  const { code } = await runCommand(command, { shown: true, env })
  return code === 0 ? [] : [`Vitest ended with code ${code}.`]
}

async function readResults(): Promise<TestResults> {
  const file = join(folder, 'results.json')
  return existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : { passed: 0, failed: 0, skipped: [] }
}

async function checkCoverage(): Promise<string[]> {
  const vitest = join(folder, 'vitest')
  if (!existsSync(vitest)) return ['There is no coverage.']
  const below = await reportCoverage({ vitest, children, page })
  return isWholeRun ? below : []
}
