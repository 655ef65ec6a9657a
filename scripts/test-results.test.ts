import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './run-command.ts'
import { findProblems, summarize, type TestResults } from './test-results.ts'

const green: TestResults = { passed: 2, failed: 0, skipped: [] }
const skipping: TestResults = { ...green, skipped: [{ name: 'a.test.ts > waits', reason: 'no bubblewrap' }] }

test('the summary is one plain line', () => {
  expect(summarize(skipping)).toBe('2 passed, 0 failed, 1 skipped')
})

test('a green run has no problems', () => {
  expect(findProblems(green, { skipsAllowed: false })).toEqual([])
})

test('a skipped test is a problem only where every test has to run, and is named with its reason', () => {
  expect(findProblems(skipping, { skipsAllowed: true })).toEqual([])
  const [problem] = findProblems(skipping, { skipsAllowed: false })
  expect(problem).toContain('a.test.ts > waits (no bubblewrap)')
})

test('a run without tests is not green', () => {
  expect(findProblems({ ...green, passed: 0 }, { skipsAllowed: true })).toEqual(['No test ran.'])
})

const SUITE = `
  import { describe, expect, test } from 'vitest'
  describe('group', () => {
    test('passes', () => expect(1).toBe(1))
    test('fails', () => expect(1).toBe(2))
    test('skips at run time', ({ skip }) => skip('no database here'))
    test.skip('skips always', () => {})
    test.todo('comes later')
  })
`

function runSuite(...parameters: string[]): TestResults {
  const folder = mkdtempSync(join(ROOT, 'node_modules', '.reporter-'))
  try {
    writeFileSync(join(folder, 'suite.test.ts'), SUITE)
    writeFileSync(join(folder, 'broken.test.ts'), "import './nowhere.ts'\n")
    const file = join(folder, 'results.json')
    const reporters = `[[${JSON.stringify(join(ROOT, 'scripts', 'test-reporter.ts'))}, { file: ${JSON.stringify(file)} }]]`
    writeFileSync(
      join(folder, 'vitest.config.mjs'),
      `export default { test: { include: ['*.test.ts'], exclude: [], reporters: ${reporters} } }\n`,
    )
    spawnSync(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...parameters], { cwd: folder })
    return JSON.parse(readFileSync(file, 'utf8'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('the reporter counts tests, files that do not load, and reasons for skipping', () => {
  const results = runSuite()
  expect(results).toMatchObject({ passed: 1, failed: 2 })
  expect(results.skipped.map(({ reason }) => reason)).toEqual(['no database here', 'no reason given', 'to do'])
})

test('tests left out by name are not counted as skipped', () => {
  expect(runSuite('suite', '-t', 'group > passes')).toEqual({ passed: 1, failed: 0, skipped: [] })
})
