// Failures while a call runs: on the disk, in git, around a command, by a clearance, in Russian.
import type { Catalogue } from '../../sentence.ts'
import { CLEARANCE_FAILURES } from './clearances.ts'
import { COMMAND_FAILURES } from './commands.ts'
import { FILE_FAILURES } from './files.ts'
import { OUTPUT_NOTES } from './notes.ts'
import { PATCH_FAILURES } from './patches.ts'
import { REPOSITORY_FAILURES } from './repositories.ts'
import { UNDO_FAILURES } from './undo.ts'

export const RUNNING_FAILURES: Catalogue['forms'] = {
  ...FILE_FAILURES,
  ...UNDO_FAILURES,
  ...REPOSITORY_FAILURES,
  ...PATCH_FAILURES,
  ...COMMAND_FAILURES,
  ...CLEARANCE_FAILURES,
  ...OUTPUT_NOTES,
}
