// The projects of this window: one for each root folder, open while somebody is signed in, opened again when the roots or settings change.
import { pause, RefusedRequest, ServerUnreachable } from '@countersign/client'
import * as vscode from 'vscode'
import type { Account, AccountState } from '../account/account.ts'
import type { Log } from '../log/log.ts'
import { onSettingsChange } from '../settings/settings.ts'
import type { FolderProject, FolderProjectOptions } from './folder-project.ts'

export interface Projects extends AsyncDisposable {
  list(): readonly FolderProject[]
  /** The project of a file's root folder. */
  of(uri: vscode.Uri): FolderProject | undefined
  /** A project was opened or closed, or its connection came or went. */
  readonly onChange: vscode.Event<void>
  /** Each project that is opened, for parts that hang on one; what `attach` returns is disposed with it. */
  attach(attach: (project: FolderProject) => vscode.Disposable): vscode.Disposable
}

export interface ProjectsPorts {
  readonly account: Account
  readonly log: Log
  readonly open: (
    options: Pick<FolderProjectOptions, 'folder' | 'url' | 'token' | 'agentToken' | 'onRefused' | 'signal'>,
  ) => Promise<FolderProject>
}

type SignedIn = Extract<AccountState, { kind: 'signed-in' }>
type Attach = (project: FolderProject) => vscode.Disposable

const RETRY_MILLISECONDS = 2_000

export function openProjects({ account, log, open }: ProjectsPorts): Projects {
  const changes = new vscode.EventEmitter<void>()
  const attached = new Set<Attach>()
  const opened = new Map<string, Opened>()
  let generation = new AbortController()
  let closing: Promise<unknown> = Promise.resolve()

  const openFolder = async (folder: vscode.WorkspaceFolder, state: SignedIn, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      try {
        const onRefused = () => void account.refused(state)
        const project = await open({ folder, url: state.url, token: state.operator, agentToken: state.agent, onRefused, signal })
        if (signal.aborted) return void project[Symbol.asyncDispose]()
        return keep(project)
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof ServerUnreachable)) return report(folder, state, error)
        await pause(RETRY_MILLISECONDS, signal)
      }
    }
  }
  const keep = (project: FolderProject): void => {
    const parts = vscode.Disposable.from(
      project.onLink(() => changes.fire()),
      { dispose: project.mirror.store.subscribe(() => changes.fire()) },
      ...[...attached].map((attach) => attach(project)),
    )
    opened.set(project.folder.uri.toString(), { project, parts })
    log.info({ folder: project.folder.name, project: project.projectId, url: project.url }, 'the folder is open as a project')
    changes.fire()
  }
  const report = (folder: vscode.WorkspaceFolder, state: SignedIn, error: unknown): void => {
    log.error({ folder: folder.name, error: String(error) }, 'the folder could not be opened as a project')
    if (error instanceof RefusedRequest && error.http === 401) void account.refused(state)
  }
  const closeAll = async (): Promise<void> => {
    generation.abort()
    const before = [...opened.values()]
    opened.clear()
    changes.fire()
    for (const { parts } of before) parts.dispose()
    await Promise.all(before.map(({ project }) => project[Symbol.asyncDispose]()))
  }
  const openAll = (): void => {
    const state = account.state()
    closing = closing.then(closeAll).then(() => {
      generation = new AbortController()
      if (state !== account.state() || state.kind !== 'signed-in') return
      for (const folder of vscode.workspace.workspaceFolders ?? []) void openFolder(folder, state, generation.signal)
    })
    closing.catch((error: unknown) => log.error({ error: String(error) }, 'a project could not be closed'))
  }

  const watching = vscode.Disposable.from(
    account.onChange(openAll),
    vscode.workspace.onDidChangeWorkspaceFolders(openAll),
    onSettingsChange(openAll),
  )
  openAll()
  return {
    list: () => [...opened.values()].map(({ project }) => project),
    of: (uri) => opened.get(vscode.workspace.getWorkspaceFolder(uri)?.uri.toString() ?? '')?.project,
    onChange: changes.event,
    attach(attach) {
      attached.add(attach)
      const parts = [...opened.values()].map(({ project }) => attach(project))
      return vscode.Disposable.from({ dispose: () => attached.delete(attach) }, ...parts)
    },
    async [Symbol.asyncDispose]() {
      watching.dispose()
      await closing.catch(() => undefined)
      await closeAll()
      changes.dispose()
    },
  }
}

/** Of all folders. */
export const countWaiting = (projects: Projects): number =>
  projects.list().reduce((sum, { mirror }) => sum + mirror.store.getState().waiting.size, 0)

interface Opened {
  readonly project: FolderProject
  readonly parts: vscode.Disposable
}
