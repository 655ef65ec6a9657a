// Mutation testing of the guard (npm run mutate): each change to the judgement must fail a test. docs/mutation.md judges what survives.

/**
 * Tables of words and of option syntax. A mutant there is a row less or a reason in other words: the corpora name the rows that matter,
 * and the property tests make their arguments from the rows themselves, so that they follow a changed row instead of failing.
 */
const TABLES = ['!packages/policy/src/command/tables/**', '!packages/policy/src/path/writing-table.ts']

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: ['packages/policy/src/{path,command,shell,risk}/**/*.ts', '!**/*.test.ts', ...TABLES],
  testRunner: 'in-process',
  plugins: ['./scripts/mutation/test-runner.ts'],
  coverageAnalysis: 'perTest',
  // What is computed at load needs a process of its own for each mutant: seconds instead of milliseconds.
  ignoreStatic: true,
  ignorePatterns: ['*', '!packages', 'packages/*', '!packages/policy', '!packages/policy/**'],
  tempDirName: '.cache/mutation/sandbox',
  incremental: true,
  incrementalFile: '.cache/mutation/incremental.json',
  reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
  clearTextReporter: { reportTests: false, logTests: false, allowColor: false },
  htmlReporter: { fileName: '.cache/mutation/report.html' },
  jsonReporter: { fileName: '.cache/mutation/report.json' },
  concurrency: 2,
  timeoutMS: 5_000,
  thresholds: { high: 95, low: 90, break: 85 },
}
