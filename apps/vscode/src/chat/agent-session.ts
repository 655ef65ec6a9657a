// VS Code's own agent as an agent of the server. Its calls go with the agent's token, which may not approve; the person answers them as
// those of any other agent.
import { type Agent, agent } from '@countersign/client'
import type { CallView } from '@countersign/protocol'
import * as vscode from 'vscode'
import type { FolderProject } from '../projects/folder-project.ts'
import type { Projects } from '../projects/projects.ts'

/** The project of the file that is being edited, or the first. */
export function currentProject(projects: Projects): FolderProject {
  const uri = vscode.window.activeTextEditor?.document.uri
  const project = (uri && projects.of(uri)) ?? projects.list()[0]
  if (!project) throw new Error(vscode.l10n.t('Not connected. Sign in with the command "Countersign: Sign In".'))
  return project
}

export interface SessionOptions {
  /** The same name is the same session; without it the server keeps one for this agent. */
  readonly session?: string | undefined
  readonly onWaiting?: ((call: CallView) => void) | undefined
}

export const agentOf = ({ url, agentToken, projectId }: FolderProject, { session, onWaiting }: SessionOptions = {}): Agent =>
  agent({ url, token: agentToken, projectId, ...(session !== undefined && { sessionId: session }), ...(onWaiting && { onWaiting }) })

export function signalOf(token: vscode.CancellationToken): AbortSignal {
  const stop = new AbortController()
  token.onCancellationRequested(() => stop.abort())
  if (token.isCancellationRequested) stop.abort()
  return stop.signal
}
