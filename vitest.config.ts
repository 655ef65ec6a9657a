// Three groups, so that they do not compete for the cores: tests of packages and apps, tests of the whole with real processes, and
// the page in a real browser.
// scripts/test.ts hands in a folder for the results of its run; without it Vitest works as usual.
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const runFolder = process.env.TEST_RUN_FOLDER
const childFolder = process.env.TEST_CHILD_COVERAGE

/** Set inside the workers only: programs that tests start write V8 coverage there, the workers themselves do not. */
const countedChildren = childFolder ? { NODE_V8_COVERAGE: childFolder } : {}

export default defineConfig({
  test: {
    reporters: runFolder ? ['default', ['./scripts/test-reporter.ts', { file: join(runFolder, 'results.json') }]] : ['default'],
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.ts', 'apps/*/src/**/*.ts'],
      // The page runs in a browser; what of it is pure is counted.
      exclude: ['**/*.test.ts', '**/*.d.ts', 'packages/ui/src/!(mirror)/**', 'packages/ui/src/mirror/{mirror,read-snapshot}.ts'],
      reporter: runFolder ? ['json'] : ['text', 'html'],
      reportsDirectory: runFolder ? join(runFolder, 'vitest') : 'coverage/vitest',
      reportOnFailure: true,
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'packages',
          include: ['packages/**/src/**/*.test.ts', '{scripts,fuzz}/**/*.test.ts'],
          // Programs that these tests start are mostly killed: they count no lines, and start built and from compiled code.
          env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/countersign-tests') },
          testTimeout: 60_000,
          hookTimeout: 60_000,
          globalSetup: ['./scripts/build-test-programs.setup.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'apps',
          include: ['apps/**/src/**/*.test.ts'],
          env: countedChildren,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/src/**/*.test.ts'],
          exclude: ['e2e/src/page/**'],
          env: countedChildren,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'page',
          include: ['e2e/src/page/**/*.test.ts'],
          globalSetup: ['./scripts/build-page.setup.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
