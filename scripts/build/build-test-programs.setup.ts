// Before the tests of packages: builds the programs that they start again and again from the current sources.
import { join } from 'node:path'
import { ROOT } from '../run-command.ts'
import { TEST_PROGRAMS } from '../test-program.ts'
import { buildPrograms } from './build-programs.ts'

const THREADS = ['packages/runner/src/hosts/search/search-worker.ts', 'packages/server/src/store/sqlite/checkpoint-worker.ts']

const ENTRIES = [
  'packages/runner/test/hosts/write-forever.ts',
  'packages/runner/test/changes/change-once.ts',
  'packages/runner/test/probes/run-probes.ts',
  'packages/runner/test/runner-process.ts',
  'packages/runner/test/stdio-process.ts',
  'packages/server/test/fault-program.ts',
  'packages/server/test/no-files-program.ts',
  'packages/server/test/server-program.ts',
]

export const setup = (): Promise<void> => buildPrograms({ entries: [...ENTRIES, ...THREADS], folder: join(ROOT, TEST_PROGRAMS) })
