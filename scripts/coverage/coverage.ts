// Coverage of one test run by line: what ran in Vitest's workers, in the programs that tests started and in the browser.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PAGE_FOLDER } from '../build/build-page.ts'
import { ROOT } from '../run-command.ts'
import { readChildCoverage } from './child-processes.ts'
import { addRuns, type IstanbulFile, type LineCoverage, linesOf } from './lines.ts'
import { readPageCoverage } from './page.ts'
import { formatLcov, formatTable, listUncovered, summarizePackages } from './report.ts'

interface Folders {
  readonly vitest: string
  readonly children: string
  readonly page: string
}

/** Prints the table and returns which packages are below their threshold. */
export async function reportCoverage(folders: Folders): Promise<string[]> {
  const coverage = await readCoverage(folders)
  await mkdir(join(ROOT, 'coverage'), { recursive: true })
  await writeFile(join(ROOT, 'coverage', 'lcov.info'), formatLcov(coverage, ROOT))
  const packages = summarizePackages(coverage, ROOT)
  const below = packages.filter((one) => !one.isEnough)
  console.log(`\n${formatTable(packages)}`)
  for (const { name } of below) {
    const uncovered = listUncovered(only(coverage, name), ROOT)
    if (uncovered.length > 0) console.log(`\nLines of ${name} that did not run:\n${uncovered.join('\n')}`)
  }
  return below.map(({ name, percent }) => `Coverage of ${name} is ${percent.toFixed(1)} %.`)
}

async function readCoverage({ vitest, children, page }: Folders): Promise<LineCoverage> {
  const inPrograms = addRuns(await readVitestCoverage(vitest), await readChildCoverage(children, ROOT))
  return addRuns(inPrograms, await readPageCoverage({ runs: page, page: PAGE_FOLDER, root: ROOT }))
}

async function readVitestCoverage(folder: string): Promise<LineCoverage> {
  const files = JSON.parse(await readFile(join(folder, 'coverage-final.json'), 'utf8')) as Record<string, IstanbulFile>
  return new Map(Object.entries(files).map(([file, coverage]) => [file, linesOf(coverage)]))
}

const only = (coverage: LineCoverage, name: string): LineCoverage =>
  new Map([...coverage].filter(([file]) => file.startsWith(join(ROOT, name, '/'))))
