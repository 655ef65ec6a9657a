// The coverage of each package against its threshold, as a table and as lcov for editors.
import { relative } from 'node:path'
import type { LineCoverage, Lines } from './lines.ts'

const MORE_THAN_PERCENT = 90
const MEASURED = ['protocol', 'policy', 'tools', 'core', 'agent', 'server', 'client', 'runner', 'shell-grammar', 'ui'].map(
  (name) => `packages/${name}`,
)

export interface PackageCoverage {
  readonly name: string
  readonly covered: number
  readonly total: number
  readonly percent: number
  readonly isEnough: boolean
}

export function summarizePackages(coverage: LineCoverage, root: string): PackageCoverage[] {
  const packages = Map.groupBy(coverage, ([file]) => relative(root, file).split('/').slice(0, 2).join('/'))
  const names = new Set([...MEASURED, ...[...packages.keys()].sort()])
  return [...names].map((name) => summarizePackage(name, new Map(packages.get(name))))
}

function summarizePackage(name: string, files: LineCoverage): PackageCoverage {
  const ran = [...files.values()].flatMap((lines) => [...lines.values()])
  const covered = ran.filter(Boolean).length
  const percent = ran.length === 0 ? 0 : (100 * covered) / ran.length
  return { name, covered, total: ran.length, percent, isEnough: !MEASURED.includes(name) || percent > MORE_THAN_PERCENT }
}

export const formatTable = (packages: readonly PackageCoverage[]): string =>
  ['Lines covered, child processes included', ...packages.map(formatRow)].join('\n')

function formatRow({ name, covered, total, percent, isEnough }: PackageCoverage): string {
  const columns = [name.padEnd(20), `${percent.toFixed(1)} %`.padStart(8), `${covered}/${total}`.padStart(12)]
  return isEnough ? columns.join('') : `${columns.join('')}  has to be above ${MORE_THAN_PERCENT} %`
}

/** The files with the most lines that did not run, to know where to look. */
export function listUncovered(coverage: LineCoverage, root: string, limit = 10): string[] {
  return [...coverage]
    .map(([file, lines]) => ({ file: relative(root, file), missing: missingLines(lines) }))
    .filter(({ missing }) => missing.length > 0)
    .sort((one, other) => other.missing.length - one.missing.length)
    .slice(0, limit)
    .map(({ file, missing }) => `${file}: ${missing.join(' ')}`)
}

const missingLines = (lines: Lines): number[] =>
  [...lines]
    .filter(([, ran]) => !ran)
    .map(([line]) => line)
    .sort((one, other) => one - other)

export function formatLcov(coverage: LineCoverage, root: string): string {
  const sections = [...coverage].map(([file, lines]) =>
    [`SF:${relative(root, file)}`, ...[...lines].map(([line, ran]) => `DA:${line},${ran ? 1 : 0}`), 'end_of_record'].join('\n'),
  )
  return `${sections.join('\n')}\n`
}
