// The powers that a call is given: exactly those that its tool names, bound to what its clearance says.
import type { Facts, ParseShellLine } from '@countersign/policy'
import type { AttemptId, BaseDigests, ExecutionId, Isolation, Risk } from '@countersign/protocol'
import type {
  AnyTool,
  GitChanger,
  GitReader,
  Host,
  PersistentStarter,
  PersistentWatcher,
  Power,
  Processes,
  ShellProcesses,
  Undoer,
  WorkspaceChanger,
} from '@countersign/tools'
import type { LocationRules } from '../disk/location-rules.ts'
import type { OutputName } from '../output/gather-output.ts'
import type { LastingProcesses } from '../persistent/persistent-processes.ts'
import type { CallPowers } from '../persistent/start-process.ts'

export interface ProcessPowers {
  readonly network: boolean
  readonly risk: Risk
  readonly signal: AbortSignal
  readonly onOutput: (chunk: { readonly stream: OutputName; readonly data: string }) => void
  readonly places: LocationRules
}

export interface WorkspacePowers {
  readonly expected: BaseDigests
  readonly signal: AbortSignal
  /** By which its changes are kept for an undo; a preview names none, and changes nothing. */
  readonly call?: ExecutionId | undefined
  /** When the journal has the call on the disk: nothing is changed before. */
  readonly begun?: Promise<void> | undefined
  readonly places: LocationRules
}

export interface GitPowers {
  readonly expected: BaseDigests
  readonly signal: AbortSignal
  readonly places: LocationRules
}

interface Seer {
  seen(): { base_digests: BaseDigests; resolved_paths: Record<string, string>; folders?: string[] }
}

/** What the machine offers, as a port: the real one is made in compose.ts. */
export interface Machine {
  readonly isolation: Isolation
  readonly undo: Undoer
  readonly resolve: NonNullable<Facts['resolve']>
  workspace(powers: WorkspacePowers): WorkspaceChanger & Seer
  processes(powers: ProcessPowers): ShellProcesses
  git(powers: GitPowers): GitChanger & { seen(): BaseDigests }
  /** What outlives its call. */
  readonly lasting: LastingProcesses
  /** Loads the grammar of the shell, once. */
  readShell(): Promise<ParseShellLine>
}

export interface GivenPowers extends Omit<ProcessPowers, 'onOutput'> {
  readonly expected: BaseDigests
  readonly call?: ExecutionId
  readonly begun?: Promise<void>
  /** Without it nothing is started that outlives the call, nor read or ended. */
  readonly attempt?: AttemptId
  /** Without it there are no processes: a preview starts none. */
  readonly onOutput?: ProcessPowers['onOutput']
}

export function hostFor(
  tool: AnyTool,
  machine: Machine,
  { onOutput, expected, call, begun, attempt, ...powers }: GivenPowers,
): Host<never> {
  const uses: readonly Power[] = tool.uses
  const host = {
    signal: powers.signal,
    ...(uses.some((use) => use.startsWith('workspace:'))
      ? { workspace: machine.workspace({ expected, call, begun, signal: powers.signal, places: powers.places }) }
      : {}),
    ...(uses.some((use) => use.startsWith('git:'))
      ? { git: narrowGit(machine.git({ expected, signal: powers.signal, places: powers.places }), uses) }
      : {}),
    ...(onOutput && uses.includes('undo') ? { undo: machine.undo } : {}),
    ...(onOutput && uses.includes('processes') ? { processes: narrow(machine.processes({ ...powers, onOutput }), uses) } : {}),
    ...(call && attempt && uses.includes('persistent')
      ? { persistent: starter(machine, { ...powers, hidden: powers.places.hidden, tool_id: call, attempt_id: attempt }) }
      : {}),
    ...(attempt && uses.includes('persistent:watch') ? { persistent: watcher(machine) } : {}),
  }
  return host as unknown as Host<never>
}

/** A tool that did not ask for a shell has none to call. */
const narrow = (processes: ShellProcesses, uses: readonly Power[]): Processes =>
  uses.includes('shell') ? processes : { run: processes.run }

/** A tool that only reads has no method to change with. */
const narrowGit = (git: GitChanger, uses: readonly Power[]): GitReader => {
  const { status, diff, log, branches } = git
  return uses.includes('git:change') ? git : { status, diff, log, branches }
}

const starter = ({ lasting }: Machine, powers: CallPowers): PersistentStarter => ({ start: (request) => lasting.start(request, powers) })

const watcher = ({ lasting }: Machine): PersistentWatcher => ({
  read: async (request) => lasting.read(request),
  end: lasting.end,
})
