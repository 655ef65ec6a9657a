import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { readChildCoverage } from './child-processes.ts'
import { addRuns, linesOf, mergeCoverage } from './lines.ts'
import { formatLcov, formatTable, listUncovered, summarizePackages } from './report.ts'

// Types before, between and after the code that runs, so that offsets match only if they are preserved.
const SOURCE = `type Unused = { a: string }
interface Shape { readonly kind: 'a' | 'b' }
export function pick<T extends Shape>(shape: T): string {
  if (shape.kind === 'a') {
    return 'first' as string
  }
  return 'second' satisfies string
}
console.log(pick({ kind: process.argv[2] as 'a' | 'b' }))
`

test('lines that any of several child processes ran are covered', async () => {
  const root = mkdtempSync(join(tmpdir(), 'coverage-'))
  const file = join(root, 'packages', 'core', 'src', 'pick.ts')
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, SOURCE)
  const run = (kind: string, folder: string) =>
    spawnSync(process.execPath, [file, kind], { env: { NODE_V8_COVERAGE: join(root, folder) }, encoding: 'utf8' })

  expect(run('a', 'one').stdout).toBe('first\n')
  const one = await readChildCoverage(join(root, 'one'), root)
  expect(one).toEqual(
    new Map([
      [
        file,
        new Map([
          [4, true],
          [5, true],
          [7, false],
          [9, true],
        ]),
      ],
    ]),
  )

  for (const kind of ['a', 'b']) run(kind, 'both')
  const both = await readChildCoverage(join(root, 'both'), root)
  expect([...(both.get(file)?.values() ?? [])]).toEqual([true, true, true, true])
})

test('a dump cut short is left out', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coverage-'))
  writeFileSync(join(folder, 'coverage-1.json'), '{"result":[{"scriptId"')
  expect(await readChildCoverage(folder, '/repository')).toEqual(new Map())
})

test('what ran in a built file counts for the lines of its source', async () => {
  const root = mkdtempSync(join(tmpdir(), 'coverage-'))
  const source = join(root, 'packages/core/src/pick.ts')
  const built = join(root, 'apps/cli/dist/pick.js')
  for (const file of [source, built]) mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(source, SOURCE)
  await build({ entryPoints: [source], outfile: built, sourcemap: true, logLevel: 'silent' })
  spawnSync(process.execPath, [built, 'a'], { env: { NODE_V8_COVERAGE: join(root, 'dumps') } })
  const ran = await readChildCoverage(join(root, 'dumps'), root)
  expect([...(ran.get(source)?.keys() ?? [])].sort()).toEqual([4, 5, 9])
  const known = new Map([[source, new Map([4, 5, 7, 9].map((line) => [line, false]))]])
  expect([...(addRuns(known, ran).get(source) ?? [])]).toEqual([
    [4, true],
    [5, true],
    [7, false],
    [9, true],
  ])
})

test('a line with several statements ran when one of them did', () => {
  const at = (line: number) => ({ start: { line } })
  const lines = linesOf({ statementMap: { 0: at(1), 1: at(1), 2: at(2) }, s: { 0: 0, 1: 3, 2: 0 } })
  expect([...lines]).toEqual([
    [1, true],
    [2, false],
  ])
})

test('a line is covered when either side ran it, and files of one side stay', () => {
  const merged = mergeCoverage(
    new Map([
      [
        'x.ts',
        new Map([
          [1, true],
          [2, false],
          [3, false],
        ]),
      ],
    ]),
    new Map([
      [
        'x.ts',
        new Map([
          [1, false],
          [2, true],
        ]),
      ],
      ['y.ts', new Map([[1, true]])],
    ]),
  )
  expect([...(merged.get('x.ts') ?? [])]).toEqual([
    [1, true],
    [2, true],
    [3, false],
  ])
  expect(merged.get('y.ts')?.get(1)).toBe(true)
})

const coverageOf = (percent: number) => new Map(Array.from({ length: 100 }, (_, line) => [line + 1, line < percent] as const))

test('a measured package has to be above the threshold, others are only shown', () => {
  const coverage = new Map([
    ['/r/packages/core/src/a.ts', coverageOf(90)],
    ['/r/packages/tools/src/a.ts', coverageOf(91)],
    ['/r/apps/cli/src/a.ts', coverageOf(10)],
  ])
  const packages = summarizePackages(coverage, '/r')
  const isEnough = Object.fromEntries(packages.map((one) => [one.name, one.isEnough]))
  expect(isEnough).toMatchObject({ 'packages/core': false, 'packages/tools': true, 'apps/cli': true, 'packages/server': false })
  expect(formatTable(packages)).toMatch(/packages\/core +90[.]0 % +90\/100 {2}has to be above 90 %/)
})

test('lines that did not run are listed and written as lcov', () => {
  const coverage = new Map([
    [
      '/r/packages/core/src/a.ts',
      new Map([
        [1, true],
        [4, false],
      ]),
    ],
  ])
  expect(listUncovered(coverage, '/r')).toEqual(['packages/core/src/a.ts: 4'])
  expect(formatLcov(coverage, '/r')).toBe('SF:packages/core/src/a.ts\nDA:1,1\nDA:4,0\nend_of_record\n')
})
