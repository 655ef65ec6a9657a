// Builds the command line into apps/cli/dist. The command uses the build if it is as new as the sources, and otherwise the sources: nobody
// has to build anything.
import { join } from 'node:path'
import { ROOT } from '../run-command.ts'
import { areBuilt, buildPrograms } from './build-programs.ts'

const ENTRIES = [
  'apps/cli/src/run-command-line.ts',
  'apps/cli/src/runner-parts/search-worker.ts',
  'packages/server/src/store/sqlite/checkpoint-worker.ts',
]

const PROGRAMS = { entries: ENTRIES, folder: join(ROOT, 'apps/cli/dist') }

export const isCommandBuilt = (): boolean => areBuilt(PROGRAMS)

export const buildCommand = (): Promise<void> => buildPrograms(PROGRAMS)
