// What a tool may do with processes, in the workspace and in the sandbox that the runner has. Argv only; a shell is a power of its own.
import type { Isolation } from '@countersign/protocol'

export interface CommandRequest {
  readonly command: string
  readonly args: readonly string[]
  readonly timeoutSeconds: number
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
  /** Fails with TIMEOUT (details hold what was printed), CANCELLED, COMMAND_NOT_ALLOWED where there is no such program. */
  run(request: CommandRequest): Promise<CommandOutcome>
}

export interface ShellRequest {
  /** As it was judged, byte for byte. */
  readonly line: string
  /** A folder of the workspace, relative to it. */
  readonly cwd: string
  readonly timeoutSeconds: number
}

export interface ShellProcesses extends Processes {
  /** One line in bash, without the person's settings. Fails as `run` does, and where the folder is none of the workspace. */
  runShell(request: ShellRequest): Promise<CommandOutcome>
}
