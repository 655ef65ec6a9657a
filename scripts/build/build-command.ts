// Builds the command line: into apps/cli/dist for the repository, which uses the build if it is as new as the sources and otherwise the
// sources, so that nobody has to build anything; and into a folder that stands by itself, to be packed.
import { join } from 'node:path'
import type { Metafile } from 'esbuild'
import { ROOT } from '../run-command.ts'
import { areBuilt, buildPrograms, bundlePrograms } from './build-programs.ts'

const ENTRIES = [
  'apps/cli/src/run-command-line.ts',
  'apps/cli/src/program/tool-names.ts',
  'apps/cli/src/runner-parts/search-worker.ts',
  'packages/server/src/store/sqlite/checkpoint-worker.ts',
]

const PROGRAMS = { entries: ENTRIES, folder: join(ROOT, 'apps/cli/dist') }

export const isCommandBuilt = (): boolean => areBuilt(PROGRAMS)

export const buildCommand = (): Promise<void> => buildPrograms(PROGRAMS)

/** The scripts for `lib` of a folder that also holds `countersign.mjs` and `page`. */
export const buildPackedCommand = (folder: string): Promise<Metafile> =>
  bundlePrograms({
    entries: [...ENTRIES, 'apps/cli/src/packed-main.ts'],
    folder: join(folder, 'lib'),
    moved: { 'apps/cli/src/main.ts': '../countersign.mjs', 'packages/ui/dist': '../page' },
    isSmall: true,
  })
