// The powers that a tool names in `uses`. Each grants some methods of one port; a tool gets those methods and nothing else, both in its
// type and at run time. A preview gets only the methods that read.
import type { EditorReader } from './editor.ts'
import type { GitChanger } from './git.ts'
import type { PersistentStarter, PersistentWatcher } from './persistent.ts'
import type { ShellProcesses } from './processes.ts'
import type { ScratchReader } from './scratch.ts'
import type { Undoer } from './undoer.ts'
import type { WorkspaceChanger } from './workspace.ts'

/** Everything that a machine offers to tools. */
export interface Ports {
  readonly workspace: WorkspaceChanger
  readonly git: GitChanger
  readonly processes: ShellProcesses
  readonly persistent: PersistentStarter & PersistentWatcher
  /** The `/tmp` of the call's session. */
  readonly scratch: ScratchReader
  readonly undo: Undoer
  readonly editor: EditorReader
}

export type PortName = keyof Ports

/** The ports that have methods to read with. */
export type PreviewPorts = Pick<Ports, 'workspace' | 'git' | 'scratch'>

type PowerEntry = {
  [Name in PortName]: { readonly port: Name; readonly reads: readonly (keyof Ports[Name])[]; readonly acts: readonly (keyof Ports[Name])[] }
}[PortName]

const READS = ['read', 'readIfPresent', 'list', 'search'] as const

export const POWERS = {
  'workspace:read': { port: 'workspace', reads: READS, acts: [] },
  'workspace:write': { port: 'workspace', reads: READS, acts: ['write'] },
  /** Changes several files at once, all or nothing. */
  'workspace:change': { port: 'workspace', reads: READS, acts: ['changeAll'] },
  'workspace:create-directory': { port: 'workspace', reads: [], acts: ['createDirectory'] },
  'workspace:move': { port: 'workspace', reads: ['readIfPresent', 'inspect'], acts: ['move'] },
  'workspace:remove': { port: 'workspace', reads: ['readIfPresent', 'inspect'], acts: ['remove'] },
  /** Restores what earlier calls changed. */
  undo: { port: 'undo', reads: [], acts: ['undo'] },
  'git:read': { port: 'git', reads: ['status', 'diff', 'log', 'branches'], acts: [] },
  'git:branch': { port: 'git', reads: ['branches', 'planBranch'], acts: ['changeBranch'] },
  'git:commit': { port: 'git', reads: ['planCommit'], acts: ['commit'] },
  processes: { port: 'processes', reads: [], acts: ['run'] },
  /** Shell lines. Before such a tool is judged, the grammar must be loaded (`Facts.parseShell`). */
  shell: { port: 'processes', reads: [], acts: ['runShell'] },
  'scratch:read': { port: 'scratch', reads: ['readText'], acts: [] },
  /** Starts a process that outlives the call, from a shell line that is judged like any other. */
  'persistent:start': { port: 'persistent', reads: [], acts: ['start'] },
  /** Not among `reads`: the process keeps printing, so no two reads return the same. */
  'persistent:read': { port: 'persistent', reads: [], acts: ['read'] },
  /** Types into the terminal of a process. What it types may be a shell line, so such a tool is judged with the grammar. */
  'persistent:write': { port: 'persistent', reads: [], acts: ['write'] },
  'persistent:end': { port: 'persistent', reads: [], acts: ['end'] },
  /** What the editor's languages say of files. Only a runner that is part of an editor has it. */
  editor: { port: 'editor', reads: ['diagnostics', 'symbols', 'definition', 'references'], acts: [] },
} as const satisfies Record<string, PowerEntry>

export type Power = keyof typeof POWERS

type Entry<Uses extends Power> = (typeof POWERS)[Uses]
type Reads<Uses extends Power, Name extends PortName> = Extract<Entry<Uses>, { port: Name }>['reads'][number]
type Acts<Uses extends Power, Name extends PortName> = Extract<Entry<Uses>, { port: Name }>['acts'][number]
type Methods<Name extends PortName, Named> = Pick<Ports[Name], Named & keyof Ports[Name]>

export interface HostSignal {
  readonly signal: AbortSignal
}

/** What `run` is given. */
export type Host<Uses extends Power> = HostSignal & {
  readonly [Name in Entry<Uses>['port']]: Methods<Name, Reads<Uses, Name> | Acts<Uses, Name>>
}

/** What `preview` gets: no method that changes anything, and no port without methods to read with. */
export type PreviewHost<Uses extends Power> = HostSignal & {
  readonly [Name in Entry<Uses>['port'] as [Reads<Uses, Name>] extends [never] ? never : Name]: Methods<Name, Reads<Uses, Name>>
}

/** `ports` may open each port on first access: only those that `uses` names are opened. */
export const narrowHost = <Uses extends Power>(uses: readonly Uses[], ports: Ports & HostSignal): Host<Uses> =>
  narrow(uses, ports, ({ reads, acts }) => [...reads, ...acts]) as Host<Uses>

export const narrowPreviewHost = <Uses extends Power>(uses: readonly Uses[], ports: PreviewPorts & HostSignal): PreviewHost<Uses> =>
  narrow(uses, ports, ({ reads }) => reads) as PreviewHost<Uses>

function narrow(uses: readonly Power[], ports: Partial<Ports> & HostSignal, methodsOf: (entry: PowerEntry) => readonly string[]): object {
  const host: Record<string, unknown> = { signal: ports.signal }
  for (const power of uses) {
    const entry: PowerEntry = POWERS[power]
    const methods = methodsOf(entry)
    if (methods.length === 0) continue
    const port = ports[entry.port]
    if (!port) throw new Error(`there is no ${entry.port} to take ${methods} from`)
    host[entry.port] = { ...(host[entry.port] as object), ...pickMethods(port, methods) }
  }
  return Object.freeze(host)
}

const pickMethods = (port: object, names: readonly string[]): object =>
  Object.fromEntries(names.map((name) => [name, (port as Record<string, (...given: unknown[]) => unknown>)[name]?.bind(port)]))

interface Using {
  readonly uses: readonly Power[]
}

export const usesPort = ({ uses }: Using, port: PortName): boolean => uses.some((power) => POWERS[power].port === port)

/** Whether the tool can change files of the workspace. */
export const changesFiles = ({ uses }: Using): boolean =>
  uses.some((power) => POWERS[power].port === 'workspace' && POWERS[power].acts.length > 0)

/** Whether the tool can only read. A tool without powers asks the operator, which is not reading. */
export const onlyReads = ({ uses }: Using): boolean => uses.length > 0 && uses.every((power) => POWERS[power].acts.length === 0)

/** Whether the tool can only read, and starts no program for it. */
export const readsWithoutPrograms = (tool: Using): boolean => onlyReads(tool) && !usesPort(tool, 'git')

const SHELL_POWERS = ['shell', 'persistent:start', 'persistent:write'] as const satisfies readonly Power[]

/** Whether its calls are judged with the shell grammar. */
export const readsShell = ({ uses }: Using): boolean => SHELL_POWERS.some((power) => uses.includes(power))
