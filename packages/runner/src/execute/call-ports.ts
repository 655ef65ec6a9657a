// What this machine offers to tools, bound to one call: to its clearance when it runs, to nothing when it is only previewed.
// Which of it a tool gets is decided by its `uses`, not here.
import type { Facts, ParseShellLine } from '@countersign/policy'
import {
  type BaseDigests,
  type Clearance,
  type ExecutionId,
  Failure,
  type Isolation,
  type Risk,
  type SessionId,
  sentence,
} from '@countersign/protocol'
import type {
  EditorReader,
  GitChanger,
  HostSignal,
  Ports,
  PreviewPorts,
  ScratchReader,
  ShellProcesses,
  Undoer,
  WorkspaceChanger,
} from '@countersign/tools'
import type { LocationRules } from '../disk/names.ts'
import type { GitSecrets } from '../hosts/git/secrets/git-secrets.ts'
import type { OutputName } from '../output/gather-output.ts'
import type { PersistentProcesses } from '../persistent/persistent-processes.ts'

export interface ProcessPowers {
  /** Whose `/tmp` it sees. */
  readonly session?: SessionId | undefined
  readonly network: boolean
  readonly risk: Risk
  readonly signal: AbortSignal
  readonly onOutput: (chunk: { readonly stream: OutputName; readonly data: string }) => void
  readonly places: LocationRules
}

export interface GitPowers {
  readonly expected: BaseDigests
  readonly signal: AbortSignal
  readonly places: LocationRules
}

export type EditorPowers = Pick<GitPowers, 'signal' | 'places'>

export interface WorkspacePowers extends GitPowers {
  /** By which its changes are kept for an undo; a preview names none, and changes nothing. */
  readonly call?: ExecutionId | undefined
  /** When the journal has the call on the disk: nothing is changed before. */
  readonly begun?: Promise<void> | undefined
}

/** What was read, so that an answer can be bound to it. */
export interface Seen {
  readonly base_digests: BaseDigests
  readonly resolved_paths: Record<string, string>
  readonly folders?: string[]
}

/** What sessions keep in their `/tmp`. */
export interface SessionScratch extends AsyncDisposable {
  sessions(): SessionId[]
  /** These are over: what was kept for them is removed. */
  end(sessions: readonly SessionId[]): void
  reader(session: SessionId | undefined): ScratchReader & { seen(): BaseDigests }
}

/** The machine as a port; `machine/machine.ts` makes the real one. */
export interface Machine {
  readonly isolation: Isolation
  /** The absolute names of the workspace: its real one first, then those that lead to it through links. */
  readonly roots: readonly string[]
  readonly undo: Undoer
  readonly scratch: SessionScratch
  readonly gitSecrets: Omit<GitSecrets, 'namelessFiles'>
  readonly resolve: NonNullable<Facts['resolve']>
  workspace(powers: WorkspacePowers): WorkspaceChanger & { seen(): Seen }
  processes(powers: ProcessPowers): ShellProcesses
  git(powers: GitPowers): GitChanger & { seen(): BaseDigests }
  /** Left out where the runner is part of no editor. */
  editor?(powers: EditorPowers): EditorReader
  /** The folder is not trusted: only what reads and starts no program may run. */
  isReadOnly(): boolean
  /** Processes that outlive their call. */
  readonly persistent: PersistentProcesses
  /** Loads the grammar of the shell, once. */
  readShell(): Promise<ParseShellLine>
}

export interface RunPowers extends WorkspacePowers, Pick<ProcessPowers, 'onOutput' | 'session'> {
  readonly clearance: Clearance
}

/** Each port is opened when it is read: most calls need one. */
export function openPorts(machine: Machine, { clearance, onOutput, session, ...bound }: RunPowers): Ports & HostSignal {
  const { risk, network, execution_id: tool_id, attempt_id } = clearance
  const { signal, places } = bound
  return {
    signal,
    get workspace() {
      return machine.workspace({ ...bound, call: tool_id })
    },
    get git() {
      return machine.git(bound)
    },
    get processes() {
      return machine.processes({ session, risk, network, signal, places, onOutput })
    },
    get persistent(): Ports['persistent'] {
      const powers = { session, risk, network, signal, hidden: places.hidden, tool_id, attempt_id }
      const { start, read, write, end } = machine.persistent
      return {
        start: (request) => start(request, powers),
        read: async (request) => read(request),
        write: (request) => write({ ...request, session }),
        end,
      }
    },
    scratch: machine.scratch.reader(session),
    undo: machine.undo,
    get editor() {
      if (!machine.editor) throw new Failure('TOOL_NOT_FOUND', { subject: sentence('subject.no-editor') })
      return machine.editor({ signal, places })
    },
  }
}

export interface PreviewPowers extends Pick<GitPowers, 'signal' | 'places'>, Pick<ProcessPowers, 'session'> {}

export interface OpenPreview {
  readonly ports: PreviewPorts & HostSignal
  seen(): Seen
}

/** Nothing is recorded for an undo, so that nothing can be changed; there are no processes. */
export function openPreviewPorts(machine: Machine, { session, signal, places }: PreviewPowers): OpenPreview {
  const bound = { expected: {}, signal, places }
  let workspace: ReturnType<Machine['workspace']> | undefined
  let git: ReturnType<Machine['git']> | undefined
  const scratch = machine.scratch.reader(session)
  return {
    ports: {
      signal,
      get workspace() {
        workspace ??= machine.workspace(bound)
        return workspace
      },
      get git() {
        git ??= machine.git(bound)
        return git
      },
      scratch,
    },
    seen() {
      const { base_digests, resolved_paths = {}, folders } = workspace?.seen() ?? {}
      return { base_digests: { ...base_digests, ...git?.seen(), ...scratch.seen() }, resolved_paths, ...(folders && { folders }) }
    },
  }
}
