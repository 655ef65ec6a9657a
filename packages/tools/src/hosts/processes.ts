// What a tool may do with processes, in the workspace and in the runner's sandbox. Argument lists only; a shell is a separate power.
import type { Isolation } from '@countersign/protocol'

export interface TimeLimits {
  readonly timeoutSeconds: number
  /** How long it may print nothing; left out, as long as it runs. */
  readonly silenceSeconds?: number
}

export interface CommandRequest extends TimeLimits {
  readonly command: string
  readonly args: readonly string[]
}

export interface CommandOutcome {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number
  readonly seconds: number
  readonly truncated: boolean
  readonly isolation: Isolation
}

export interface Processes {
  /** Fails with TIMEOUT (details hold what was printed), with CANCELLED, or with COMMAND_NOT_ALLOWED if there is no such program. */
  run(request: CommandRequest): Promise<CommandOutcome>
}

export interface ShellRequest extends TimeLimits {
  /** Exactly the line that was judged, byte for byte. */
  readonly line: string
  /** A folder of the workspace, relative to its root. */
  readonly cwd: string
}

export interface ShellProcesses extends Processes {
  /** Runs one line in bash, without the person's settings. Fails like `run`, and if the folder is not in the workspace. */
  runShell(request: ShellRequest): Promise<CommandOutcome>
}
