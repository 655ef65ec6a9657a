// Runs the tests. Without parameters: all but those in VS Code, of which only a sample runs, with coverage and its thresholds. Parameters
// are passed to Vitest; thresholds then do not count, and coverage is shown only with --coverage.
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { reportCoverage } from './coverage/coverage.ts'
import { runTests } from './test-run.ts'

const parameters = process.argv.slice(2)
const isWholeRun = parameters.length === 0
const isCovered = isWholeRun || parameters.includes('--coverage')

const childrenOf = (folder: string): string => join(folder, 'children')
const pageOf = (folder: string): string => join(folder, 'page')

async function prepareCoverage(folder: string): Promise<NodeJS.ProcessEnv> {
  const [children, page] = [childrenOf(folder), pageOf(folder)]
  for (const one of [children, page]) await mkdir(one)
  return { TEST_CHILD_COVERAGE: children, TEST_PAGE_COVERAGE: page }
}

async function checkCoverage(folder: string): Promise<string[]> {
  const vitest = join(folder, 'vitest')
  if (!existsSync(vitest)) return ['There is no coverage.']
  const below = await reportCoverage({ vitest, children: childrenOf(folder), page: pageOf(folder) })
  return isWholeRun ? below : []
}

await runTests({
  parameters: isWholeRun ? ['--project=!vscode', '--coverage'] : parameters,
  ...(isCovered && { prepare: prepareCoverage, check: checkCoverage }),
})
