// Tests of packages and apps, tests of the whole with real processes, the page in a real browser, and the extension in a real VS Code. Four files at a time on two
// cores: the larger ones wait half of their time for programs, the network or the browser.
// scripts/test.ts hands in a folder for the results of its run; without it Vitest works as usual.
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/test-order.ts'

const runFolder = process.env.TEST_RUN_FOLDER
const childFolder = process.env.TEST_CHILD_COVERAGE

/** Set inside the workers only: programs that tests start write V8 coverage there, the workers themselves do not. */
const countedChildren = childFolder ? { NODE_V8_COVERAGE: childFolder } : {}

/** Other programs that tests start count no lines, and start from compiled code. */
const compiledChildren = { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/countersign-tests') }

// Most tests change and measure nothing of the process that they run in: a worker of theirs loads once what they share
// (`isolate: false`).

/** In a real VS Code: the sample runs in `npm test`, the rest in `npm run test:all`. */
const inVsCode = {
  globalSetup: ['./scripts/build/vscode/package-extension.setup.ts'],
  env: compiledChildren,
  isolate: false,
  testTimeout: 300_000,
  hookTimeout: 300_000,
}

export default defineConfig({
  test: {
    reporters: runFolder ? ['default', ['./scripts/test-reporter.ts', { file: join(runFolder, 'results.json') }]] : ['default'],
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.{ts,tsx}', 'apps/*/src/**/*.ts'],
      exclude: ['**/*.test.ts', '**/test/**', 'packages/test-kit/**', '**/*.d.ts'],
      reporter: runFolder ? ['json'] : ['text', 'html'],
      reportsDirectory: runFolder ? join(runFolder, 'vitest') : 'coverage/vitest',
      reportOnFailure: true,
    },
    // A limit, not a measure: a busy machine is slow.
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'packages',
          include: ['packages/!(runner|shell-grammar)/src/**/*.test.ts'],
          env: compiledChildren,
          globalSetup: ['./scripts/build/build-test-programs.setup.ts'],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'runner',
          include: ['packages/{runner,shell-grammar}/src/**/*.test.ts', '{scripts,fuzz}/**/*.test.ts'],
          env: compiledChildren,
          globalSetup: ['./scripts/build/build-test-programs.setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'apps',
          include: ['apps/**/src/**/*.test.ts'],
          env: countedChildren,
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/src/**/*.test.ts'],
          exclude: ['e2e/src/page/**', 'e2e/src/vscode/**'],
          env: countedChildren,
          isolate: false,
          testTimeout: 150_000,
          hookTimeout: 150_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'page',
          include: ['e2e/src/page/**/*.test.ts'],
          globalSetup: ['./scripts/build/build-page.setup.ts'],
          env: compiledChildren,
          isolate: false,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: { ...inVsCode, name: 'vscode-sample', include: ['e2e/src/vscode/**/*.sample.test.ts'] },
      },
      {
        extends: true,
        test: { ...inVsCode, name: 'vscode', include: ['e2e/src/vscode/**/!(*.sample).test.ts'] },
      },
    ],
  },
})
