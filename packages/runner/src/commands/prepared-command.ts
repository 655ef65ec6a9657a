// What stands around one command: how it is started, and what is put in order afterwards.
import type { Risk, Sentence } from '@countersign/protocol'
import type { ProgramStart } from '../programs/run-program.ts'
import type { Toolchains } from '../programs/toolchains.ts'
import type { Settled } from '../sandbox/later-run/put-away/settle-log.ts'
import type { LookAround } from '../sandbox/later-run/watch-later-run.ts'
import type { ShownPlaces } from '../sandbox/scratch/held-names.ts'
import type { ScratchUse } from '../sandbox/scratch/scratch-folders.ts'

export interface CommandPlace {
  /** The workspace, without links. */
  readonly root: string
  readonly risk: Risk
  readonly network: boolean
  /** Globs of names that rules hide from commands. */
  readonly hidden?: readonly string[] | undefined
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly toolchains: Toolchains
  readonly identity?: Readonly<Record<string, string>> | undefined
  readonly cacheDir?: string | undefined
  /** Other names of the workspace, absolute. */
  readonly rootNames?: readonly string[] | undefined
  /** Makes shadows of the repositories for a command that only reads and uses git; left out, it finds none. */
  readonly openGitShadows?: ((names: readonly string[], cwd: string) => Promise<ReadOnlyRepositories>) | undefined
  /** Opens the `/tmp` of the call's session; left out, each command has one of its own. */
  readonly openScratch?: ((shown: ShownPlaces) => ScratchUse | undefined) | undefined
  readonly quarantineDir?: string | undefined
  /** Where it is kept what stood there before a command that may write. */
  readonly recordsDir?: string | undefined
  /** Remembers what it saw in the workspace; made again where it is left out. */
  readonly lookAround?: LookAround | undefined
}

/** What git sees of the workspace's repositories instead of themselves. */
export interface ReadOnlyRepositories extends Disposable {
  readonly mounts: readonly { readonly from: string; readonly to: string }[]
  readonly notes: string
  isSame(): boolean
}

/** One program call as it goes to the machine. */
export interface CommandCall {
  /** As it is told of. */
  readonly name: string | Sentence
  /** The path of the program, then its arguments. */
  readonly words: readonly string[]
  /** Absolute, without links; the workspace where it is left out. */
  readonly cwd?: string
  /** A shell line, which starts programs by their names. */
  readonly startsPrograms?: boolean
  /** It may start git. */
  readonly usesGit?: boolean
  /** It was asked for by name to make a repository, which may then appear. */
  readonly makesRepository: boolean
  /** By which its processes are found again; one of its own where it is left out. */
  readonly mark?: string
}

export interface PreparedCommand extends Disposable {
  readonly start: Pick<ProgramStart, 'program' | 'args' | 'cwd' | 'environment' | 'descriptors' | 'endsWithLeader' | 'maxProcesses'>
  /** The `/tmp` of its session, where it has one. */
  readonly scratch?: Pick<ScratchUse, 'full' | 'isFull'> | undefined
  /** Lines for whoever called: what it is not shown, besides sensitive names. */
  readonly notes: string
  /** Whether nothing has come, gone or moved since that had to be hidden from it. */
  hidesAll(): boolean
  /** Files that would run later and that the command made are put away. Rejects never. */
  settle(): Promise<Settled>
  /** The same while it runs on. Rejects never. */
  settleMeanwhile(): Promise<Settled>
}
