// How the programs of everyday work are described: one row per sub-command. Plain data, so that documents and generated tests can be made
// from it. Used in the modes `ask` and `rehearse`; `strict` has the closed list of command/.
import type { OperandKind, Options } from '../command/option-table.ts'

/**
 * What a sub-command does, and so its risk and its needs:
 *
 * - `reads` LOW: only prints. It comes from the system or a toolchain folder, loads neither code nor settings from the workspace, writes
 *   nothing and opens no socket, whatever the files of the workspace say.
 * - `looks` MEDIUM: only prints, but loads code or settings of the workspace.
 * - `builds` MEDIUM: builds, tests or formats: runs code of the workspace or changes its files, without the network.
 * - `changes` MEDIUM: changes files of the workspace that it names.
 * - `deletes` HIGH: removes files, or overwrites what it does not name.
 * - `code` HIGH: runs code that is given in the arguments, or does something that no row knows.
 * - `serves` MEDIUM: goes on until it is ended. Need: process.
 * - `controls` HIGH: talks to a service or to other processes of the machine. Need: service.
 * - `records` MEDIUM: writes the repository. Need: repository. `rewrites` is the same at HIGH: discards or rewrites what is recorded.
 * - `fetches` MEDIUM: needs the network to get something. `sends` HIGH: publishes, deploys, or talks to another host. Need: network.
 * - `installs` HIGH: changes something outside the workspace (global installs, settings of the user). Need: outside.
 */
export type Effect =
  | 'reads'
  | 'looks'
  | 'builds'
  | 'changes'
  | 'deletes'
  | 'code'
  | 'serves'
  | 'controls'
  | 'records'
  | 'rewrites'
  | 'fetches'
  | 'sends'
  | 'installs'

export interface ProgramRow {
  /**
   * The sub-command, word by word, each with its spellings: `test|t|tst`, `compose up`, `--version|-V`. Empty: the program without a
   * sub-command, whatever its operands.
   */
  readonly words: string
  readonly effect: Effect
  /**
   * Options of this sub-command. For `reads` they are all that keep it LOW: an option that is not listed makes it HIGH, and so does an operand
   * that `operands` does not allow. For other effects only those are listed that take a value or change the effect.
   */
  readonly options?: Options
  /** What the words after the sub-command are; `word` if omitted: each is checked as a path if it looks like one. */
  readonly operands?: OperandKind | 'changed'
  /** Options that give the sub-command another effect: `--fix` makes a linter change files, `--registry` fetches. */
  readonly raises?: Readonly<Record<string, Effect>>
  /** The first operand is the name of a script of the workspace, whose text a grant binds. */
  readonly script?: 'package' | 'make'
  /** The words after the sub-command are another program, judged by its own rows and at least as `builds`: `npx X`, `uv run X`. */
  readonly runs?: 'program' | 'module'
  /** It reads its own options behind that program too: `npm exec tsc --yes`. */
  readonly readsBehind?: true
  /** A line that gets exactly this effect, and the nearest one that must not. */
  readonly passes: string
  readonly not: string
}

export interface Program {
  /** Its names on the PATH: `pip pip3`. */
  readonly names: string
  /**
   * The toolchain whose files in the workspace list it; `utility`: listed everywhere; `unlisted`: known, but asked until the operator adds it.
   */
  readonly toolchain: Toolchain | 'utility' | 'unlisted'
  /** Options that may stand before the sub-command. An option that is not listed makes the call HIGH. */
  readonly options?: Options
  readonly raises?: Readonly<Record<string, Effect>>
  /** What a sub-command without a row does; `code` if omitted. A package manager runs a script of that name. */
  readonly otherwise?: Effect | 'script'
  readonly rows: readonly ProgramRow[]
}

/** Each is found by its files; see toolchains.ts. */
export type Toolchain =
  | 'node'
  | 'deno'
  | 'python'
  | 'rust'
  | 'go'
  | 'make'
  | 'cmake'
  | 'maven'
  | 'gradle'
  | 'dotnet'
  | 'ruby'
  | 'php'
  | 'dart'
  | 'swift'
  | 'elixir'
  | 'docker'
  | 'terraform'
