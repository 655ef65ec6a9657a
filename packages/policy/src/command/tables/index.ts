// All tables in one place, for documents and generated tests.
import type { OptionTable } from '../option-table.ts'
import { TAR, UNZIP } from './archives.ts'
import { GREP } from './grep.ts'
import { LS } from './listing.ts'
import { LOCATE } from './locate.ts'
import { CAT, HEAD, TAIL, WC } from './reading-files.ts'
import { DATE, ECHO, PWD, WHOAMI } from './small-utilities.ts'

export const OPTION_TABLES: ReadonlyMap<string, OptionTable> = new Map(
  [GREP, LS, CAT, HEAD, TAIL, WC, ECHO, DATE, PWD, WHOAMI, LOCATE, TAR, UNZIP].map((table) => [table.command, table]),
)

export type { SubCommand } from '../sub-command.ts'
export { FIND_LEADING, FIND_NEWER, FIND_PREDICATES, type Predicate } from './find.ts'
export { GIT_COMMANDS } from './git/git.ts'
export { GIT_GLOBAL } from './git/git-options.ts'
export { NODE_OPTIONS, PYTHON_OPTIONS } from './interpreters.ts'
export { NPM_COMMANDS, NPM_OPTIONS } from './npm.ts'
