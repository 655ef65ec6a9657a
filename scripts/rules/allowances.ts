// Exceptions to the rules of code-rules.ts, with their reasons.

export interface Allowances {
  /** Files over the limit of lines. */
  readonly size: Readonly<Record<string, string>>
  /** Folders over the limit of files. */
  readonly folder: Readonly<Record<string, string>>
  readonly clock: Readonly<Record<string, string>>
  readonly environment: Readonly<Record<string, string>>
  readonly sentence: Readonly<Record<string, string>>
}

const FILE_TIMES = 'compared with the times of files, which the clock of the system gives'
const DURATION = 'measures how long something took; nothing hangs on the time of day'
const DEFAULT_PORT = 'the clock that is used where none is handed in'
const NO_PORT_YET = 'does not get the clock as a port yet'

export const ALLOWANCES: Allowances = {
  size: {
    'packages/policy/src/path/writing-table.ts': 'a table',
    'packages/server/src/store/sql/tables.ts': 'a table',
  },
  folder: {
    'bench/src/measures': 'one file for each figure of the benchmark',
    'e2e/src/requirements': 'one file for each part of the specification',
  },
  clock: {
    'apps/cli/src/': 'the command line is the edge: it shows times to a person, and waits for a bounded time',
    'packages/ui/src/': 'the page is the edge; what is compared with times of the server goes through connection/server-clock.ts',
    'packages/client/src/agent/persist.ts': 'bounds a wait; the client runs in browsers and has no ports',
    'packages/client/src/renewal/keep-token.ts': 'bounds a wait; the client runs in browsers and has no ports',
    'packages/client/src/stream/events.ts': 'bounds a silence; the client runs in browsers and has no ports',
    'packages/shell-grammar/src/shell-grammar.ts': 'bounds a parse from inside its callback',
    'packages/agent/src/providers/problems/asked-wait.ts': NO_PORT_YET,
    'packages/server/src/ports.ts': 'makes the clock of the server',
    'packages/server/src/audit/compare-tables.ts': NO_PORT_YET,
    'packages/server/src/audit/export-audit.ts': NO_PORT_YET,
    'packages/server/src/auth/authority.ts': NO_PORT_YET,
    'packages/server/src/background/removal.ts': DURATION,
    'packages/server/src/bodies/file-bodies.ts': FILE_TIMES,
    'packages/server/src/store/sqlite/checkpoints.ts': DURATION,
    'packages/server/src/store/sqlite/migrate.ts': 'notes when a migration was made, before there are ports',
    'packages/server/src/store/sqlite/store-health.ts': DURATION,
    'packages/runner/src/compose.ts': 'makes the clocks of the runner',
    'packages/runner/src/link/clocks.ts': DEFAULT_PORT,
    'packages/runner/src/machine/': DEFAULT_PORT,
    'packages/runner/src/ports/logger.ts': DEFAULT_PORT,
    'packages/runner/src/stdio/stdio-runner.ts': DEFAULT_PORT,
    'packages/runner/src/execute/run-call.ts': DURATION,
    'packages/runner/src/persistent/end-tree.ts': DURATION,
    'packages/runner/src/persistent/settle-in-rounds.ts': DURATION,
    'packages/runner/src/programs/run-program.ts': DURATION,
    'packages/runner/src/sandbox/covers/known-folder.ts': FILE_TIMES,
    'packages/runner/src/sandbox/later-run/': FILE_TIMES,
  },
  environment: {
    'apps/cli/src/': 'the command line is where the environment is read, for all of the programs',
    'apps/vscode/src/': 'the extension is a program too: its host hands the environment on to what it starts',
  },
  sentence: {},
}
