// The page's approvals in an editor tab: the modal of an approval that does not fit into a notification.
import * as vscode from 'vscode'
import type { FolderProject } from '../projects/folder-project.ts'
import { showProject, type WebviewActions } from './webview-project.ts'

export interface ApprovalPanels extends vscode.Disposable {
  show(project: FolderProject, approvalId?: string): void
  /** As a tab behind the one that is shown next, which gets the focus. */
  prepare(project: FolderProject, approvalId: string): void
  /** Closes the project's tab with the project: nobody is signed in after that. */
  follow(project: FolderProject): vscode.Disposable
}

export function createApprovalPanels(actions: WebviewActions): ApprovalPanels {
  const open = new Map<FolderProject, vscode.WebviewPanel>()
  const create = (project: FolderProject, route: string, preserveFocus: boolean): void => {
    const title = vscode.l10n.t('Approvals: {0}', project.folder.name)
    const place = { viewColumn: vscode.ViewColumn.Active, preserveFocus }
    const panel = vscode.window.createWebviewPanel('countersign.approvals', title, place, { retainContextWhenHidden: true })
    open.set(project, panel)
    const serving = showProject(panel.webview, project, route, actions)
    panel.onDidDispose(() => {
      open.delete(project)
      serving.dispose()
    })
  }
  const reveal = (project: FolderProject, route: string, preserveFocus: boolean): void => {
    const panel = open.get(project)
    panel?.reveal(undefined, preserveFocus)
    if (panel) void panel.webview.postMessage({ type: 'GO_TO', route })
    else create(project, route, preserveFocus)
  }
  return {
    show: (project, approvalId) => reveal(project, approvalId === undefined ? 'approvals' : `approvals/${approvalId}`, false),
    prepare: (project, approvalId) => reveal(project, `approvals/${approvalId}`, true),
    follow: (project) => ({ dispose: () => open.get(project)?.dispose() }),
    dispose() {
      for (const panel of open.values()) panel.dispose()
    },
  }
}
