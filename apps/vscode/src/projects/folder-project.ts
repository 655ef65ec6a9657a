// One root folder of the window as a project of the server: the operator's client, a mirror of what happens there, and the runner.
import { realpathSync } from 'node:fs'
import { type Client, createClient, fetchTransport, RefusedRequest } from '@countersign/client'
import { workspaceIdOf } from '@countersign/runner/workspace-root'
import {
  createMirror,
  createServerClock,
  followExpiry,
  followProject,
  type Link,
  type Mirror,
  type ServerClock,
  timedTransport,
} from '@countersign/ui/following'
import * as vscode from 'vscode'
import type { Log } from '../log/log.ts'
import type { HostRunner } from '../runner/running.ts'
import { hostPace, neverEarlier } from './host-pace.ts'

export interface FolderProject extends AsyncDisposable {
  readonly folder: vscode.WorkspaceFolder
  readonly projectId: string
  readonly url: string
  /** The operator's current token. */
  readonly token: () => string
  /** The current token of an agent here, which may only call tools. */
  readonly agentToken: () => string
  readonly client: Client
  readonly mirror: Mirror
  /** The clock by which approvals and grants expire. */
  readonly clock: ServerClock
  link(): Link
  readonly onLink: vscode.Event<Link>
  /** Undefined where tools do not run in this window. */
  runner(): HostRunner | undefined
}

export interface FolderProjectOptions {
  readonly folder: vscode.WorkspaceFolder
  readonly url: string
  readonly token: () => string
  readonly agentToken: () => string
  readonly log: Log
  readonly startRunner: (project: { readonly client: Client; readonly projectId: string }) => Promise<HostRunner | undefined>
  /** The server no longer accepts the credential. */
  readonly onRefused: () => void
  readonly signal: AbortSignal
}

export async function openFolderProject(options: FolderProjectOptions): Promise<FolderProject> {
  const { folder, url, token, agentToken, log } = options
  await using opening = new AsyncDisposableStack()
  const closing = new AbortController()
  opening.defer(() => closing.abort())
  const signal = AbortSignal.any([options.signal, closing.signal])
  const clock = createServerClock()
  const client = createClient({ url, token, signal, transport: timedTransport(fetchTransport, clock) })
  const { project } = await client.createProject({
    body: { name: folder.name, workspace_id: workspaceIdOf(realpathSync.native(folder.uri.fsPath)) },
  })
  const projectId = project.id
  const links = opening.adopt(new vscode.EventEmitter<Link>(), (emitter) => emitter.dispose())
  let link: Link = 'connecting'
  const onLink = (to: Link) => {
    if (to === link) return
    link = to
    log.info({ folder: folder.name }, to === 'online' ? 'connected' : 'the connection is gone; trying again')
    links.fire(to)
  }
  const mirror = createMirror({
    client,
    projectId,
    onProblem: (error) => log.warn({ error: String(error) }, 'something could not be read'),
  })
  followExpiry({ mirror, clock, signal })
  const { takeSnapshot, onEvents } = mirror
  followProject({ client, projectId, signal, takeSnapshot, onEvents, onLink, pace: hostPace, nextWakeUp: neverEarlier }).catch(
    (error: unknown) => {
      if (signal.aborted) return
      if (error instanceof RefusedRequest) options.onRefused()
      else log.error({ error: String(error) }, 'the project cannot be followed')
    },
  )
  const runner = await options.startRunner({ client, projectId })
  if (runner) opening.use(runner)
  const open = opening.move()
  return {
    folder,
    projectId,
    url,
    token,
    agentToken,
    client,
    mirror,
    clock,
    link: () => link,
    onLink: links.event,
    runner: () => runner,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}
