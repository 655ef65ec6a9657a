// The runner of one root folder: inside the extension host where its Node has what a runner needs, else in a process of its own, with the
// same code. It has a token of its own, which is renewed here.
import { realpathSync } from 'node:fs'
import { type Client, keepToken } from '@countersign/client'
import { startRunner } from '@countersign/runner'
import * as vscode from 'vscode'
import { createEditorKnowledge } from '../editor/editor-knowledge.ts'
import { createOpenBuffers } from '../editor/open-buffers.ts'
import type { Log } from '../log/log.ts'
import { settings } from '../settings/settings.ts'
import { createHostParts } from './host-parts.ts'
import type { HostRunner } from './running.ts'
import { startRunnerProcess } from './start-runner-process.ts'

export interface HostRunnerOptions {
  readonly context: vscode.ExtensionContext
  readonly log: Log
  readonly folder: vscode.WorkspaceFolder
  readonly url: string
  readonly client: Client
  readonly projectId: string
}

export async function startHostRunner(options: HostRunnerOptions): Promise<HostRunner> {
  const { log, folder, url, client, projectId } = options
  const { token } = await client.runnerToken({ params: { p: projectId } })
  const kept = keepToken({ url, token })
  const runner = await begin(options, kept.current).catch((error: unknown) => {
    kept.stop()
    throw error
  })
  const trusting = vscode.workspace.onDidGrantWorkspaceTrust(() => runner.announce())
  const end = () => {
    kept.stop()
    trusting.dispose()
  }
  runner.stopped.then(end, (error: unknown) => {
    end()
    log.error({ folder: folder.name, error: String(error) }, 'the runner has stopped')
  })
  return runner
}

function begin({ context, log, folder, url, projectId }: HostRunnerOptions, token: () => string): Promise<HostRunner> {
  const workspace = realpathSync.native(folder.uri.fsPath)
  const extension = context.extensionUri.fsPath
  const dataDir = vscode.Uri.joinPath(context.globalStorageUri, 'runners', projectId).fsPath
  const place = { serverUrl: url, projectId, workspace, dataDir }
  const editor = createEditorKnowledge(workspace)
  const buffers = createOpenBuffers(workspace)
  const isReadOnly = () => !vscode.workspace.isTrusted
  if (settings.runnerProcess() || !canRunHere())
    return startRunnerProcess({ start: { ...place, extension }, token, editor, buffers, isReadOnly, log })
  return startRunner({ ...createHostParts(extension), ...place, token, logger: log, editor, buffers, isReadOnly })
}

/** What the runner's code uses and an older Node does not have. */
const canRunHere = (): boolean =>
  typeof globalThis.AsyncDisposableStack === 'function' &&
  typeof Promise.withResolvers === 'function' &&
  typeof Set.prototype.difference === 'function'
