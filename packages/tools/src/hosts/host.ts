// What `run` and `preview` are given: exactly the powers that a tool names in `uses`, no more.
import type { GitChanger, GitReader } from './git.ts'
import type { PersistentStarter, PersistentWatcher } from './persistent.ts'
import type { Processes, ShellProcesses } from './processes.ts'
import type { Undoer } from './undoer.ts'
import type { WorkspaceChanger, WorkspaceReader, WorkspaceWriter } from './workspace.ts'

export interface Powers {
  'workspace:read': { readonly workspace: WorkspaceReader }
  'workspace:write': { readonly workspace: WorkspaceWriter }
  /** Several files at once, moving, deleting, making folders. */
  'workspace:change': { readonly workspace: WorkspaceChanger }
  /** What earlier calls changed, put back. */
  undo: { readonly undo: Undoer }
  'git:read': { readonly git: GitReader }
  /** Commits and branches. */
  'git:change': { readonly git: GitChanger }
  processes: { readonly processes: Processes }
  /** Shell lines. Whoever judges such a tool loads the grammar first (`Facts.parseShell`). */
  shell: { readonly processes: ShellProcesses }
  /** Starting what outlives the call, by a shell line that is judged as one. */
  persistent: { readonly persistent: PersistentStarter }
  /** Reading from what was started so, and ending it. */
  'persistent:watch': { readonly persistent: PersistentWatcher }
}

export type Power = keyof Powers

type AllOf<Uses extends Power> = { [P in Uses]: (powers: Powers[P]) => void }[Uses] extends (powers: infer Joined) => void ? Joined : never

export type Host<Uses extends Power> = AllOf<Uses> & { readonly signal: AbortSignal }
