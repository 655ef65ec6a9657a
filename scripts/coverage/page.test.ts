import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { readPageCoverage } from './page.ts'
import { findRunRanges } from './page-runs.ts'

const block = (startOffset: number, endOffset: number, count: number) => ({ startOffset, endOffset, count })

test('what a block inside did or did not run stands for itself', () => {
  const script = { ranges: [block(0, 100, 1)] }
  const called = { ranges: [block(10, 40, 1), block(20, 30, 0)] }
  const neverCalled = { ranges: [block(50, 100, 0)] }
  expect(findRunRanges([script, called, neverCalled])).toEqual([
    [0, 20],
    [30, 50],
  ])
  expect(findRunRanges([])).toEqual([])
})

const SOURCE = `export function pick(isFirst: boolean): string {
  if (isFirst) {
    return 'the first'
  }
  return 'the second'
}
console.log(pick(location.hash === '#first'))
`

async function buildSample(): Promise<{ root: string; code: string }> {
  const root = mkdtempSync(join(tmpdir(), 'page-coverage-'))
  const source = join(root, 'packages/ui/src/pick.ts')
  const built = join(root, 'packages/ui/dist/assets/pick.js')
  for (const file of [source, join(root, 'runs/a')]) mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(source, SOURCE)
  const { outputFiles } = await build({ entryPoints: [source], outfile: built, sourcemap: 'external', write: false, logLevel: 'silent' })
  mkdirSync(join(built, '..'), { recursive: true })
  for (const { path, contents } of outputFiles) writeFileSync(path, contents)
  return { root, code: outputFiles.find(({ path }) => path.endsWith('.js'))?.text ?? '' }
}

test('what ran in any window counts for the lines of the source, and only that', async () => {
  const { root, code } = await buildSample()
  const second = code.indexOf('return "the second"')
  const write = (name: string, ranges: object) => writeFileSync(join(root, 'runs', name), JSON.stringify({ 'assets/pick.js': ranges }))
  write('one.json', [[0, code.indexOf('{', code.indexOf('if '))]])
  write('two.json', [[second, code.length]])
  writeFileSync(join(root, 'runs', 'three.json'), JSON.stringify({ 'assets/not-mapped.js': [[0, 10]] }))
  const coverage = await readPageCoverage({ runs: join(root, 'runs'), page: join(root, 'packages/ui/dist'), root })
  const lines = coverage.get(join(root, 'packages/ui/src/pick.ts'))
  expect([2, 3, 5, 7].map((line) => lines?.get(line) ?? false)).toEqual([true, false, true, true])
})
