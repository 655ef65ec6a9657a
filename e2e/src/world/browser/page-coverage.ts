// Which code of the built page a test ran, as Chromium counts it. Only in runs that collect coverage, because it costs time.
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { findRunRanges, type PageRuns } from '../../../../scripts/coverage/page-runs.ts'

const ASSET = /[/](assets[/][^/?#]+[.]js)$/

/** Starts counting; the returned function writes what ran to the folder of the run. */
export async function countCoverage(page: Page): Promise<() => Promise<void>> {
  const folder = process.env.TEST_PAGE_COVERAGE
  if (!folder) return async () => undefined
  const session = await page.context().newCDPSession(page)
  await session.send('Profiler.enable')
  await session.send('Profiler.startPreciseCoverage', { callCount: false, detailed: true })
  return async () => {
    if (page.isClosed()) return
    const { result } = await session.send('Profiler.takePreciseCoverage')
    const runs: PageRuns = {}
    for (const { url, functions } of result) {
      const asset = ASSET.exec(url)?.[1]
      if (asset) runs[asset] = [...(runs[asset] ?? []), ...findRunRanges(functions)]
    }
    await writeFile(join(folder, `${randomUUID()}.json`), JSON.stringify(runs))
  }
}
