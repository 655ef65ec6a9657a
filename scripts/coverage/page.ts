// Maps what ran in the browser back to the lines of the page's sources, through the source maps of the built page.
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { eachMapping, TraceMap } from '@jridgewell/trace-mapping'
import type { LineCoverage } from './lines.ts'
import { mergeCoverage } from './lines.ts'
import type { PageRuns, Range } from './page-runs.ts'

const OUR_SOURCE = /^packages\/[^/]+\/src\/.*[.]tsx?$/

interface Folders {
  /** What the tests wrote, one file per window. */
  readonly runs: string
  /** The built page. */
  readonly page: string
  readonly root: string
}

/** Only lines that ran: a minified file does not say which others could. */
export async function readPageCoverage({ runs, page, root }: Folders): Promise<LineCoverage> {
  const ranges = await readRanges(runs)
  const files = [...ranges].map(([asset, found]) => mapAsset(join(page, asset), found, root))
  return mergeCoverage(...(await Promise.all(files)))
}

async function readRanges(folder: string): Promise<Map<string, Range[]>> {
  const byAsset = new Map<string, Range[]>()
  for (const name of await readdir(folder)) {
    const runs: PageRuns = JSON.parse(await readFile(join(folder, name), 'utf8'))
    for (const [asset, ranges] of Object.entries(runs)) {
      const known = byAsset.get(asset) ?? []
      for (const range of ranges) known.push(range)
      byAsset.set(asset, known)
    }
  }
  return byAsset
}

async function mapAsset(file: string, ranges: readonly Range[], root: string): Promise<LineCoverage> {
  const map = `${file}.map`
  if (!existsSync(map)) return new Map()
  const code = await readFile(file, 'utf8')
  const ran = new Uint8Array(code.length)
  for (const [start, end] of ranges) ran.fill(1, start, end)
  const lineStarts = listLineStarts(code)
  const coverage: LineCoverage = new Map()
  eachMapping(new TraceMap(await readFile(map, 'utf8')), ({ generatedLine, generatedColumn, source, originalLine }) => {
    if (source === null || ran[(lineStarts[generatedLine - 1] ?? 0) + generatedColumn] !== 1) return
    const original = resolve(dirname(map), source)
    if (!OUR_SOURCE.test(relative(root, original))) return
    coverage.set(original, (coverage.get(original) ?? new Map()).set(originalLine, true))
  })
  return coverage
}

function listLineStarts(code: string): number[] {
  const starts = [0]
  for (let end = code.indexOf('\n'); end !== -1; end = code.indexOf('\n', end + 1)) starts.push(end + 1)
  return starts
}
