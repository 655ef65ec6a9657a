// The page's approvals in an editor tab: the modal of an approval that does not fit into a notification.
import * as vscode from 'vscode'
import type { FolderProject } from '../projects/folder-project.ts'
import { showProject, type WebviewActions } from './webview-project.ts'

export interface ApprovalPanels extends vscode.Disposable {
  show(project: FolderProject, approvalId?: string): void
  /** Closes the project's tab with the project: nobody is signed in after that. */
  follow(project: FolderProject): vscode.Disposable
}

export function createApprovalPanels(actions: WebviewActions): ApprovalPanels {
  const open = new Map<FolderProject, vscode.WebviewPanel>()
  const create = (project: FolderProject, route: string): void => {
    const title = vscode.l10n.t('Approvals: {0}', project.folder.name)
    const panel = vscode.window.createWebviewPanel('countersign.approvals', title, vscode.ViewColumn.Active, {
      retainContextWhenHidden: true,
    })
    open.set(project, panel)
    const serving = showProject(panel.webview, project, route, actions)
    panel.onDidDispose(() => {
      open.delete(project)
      serving.dispose()
    })
  }
  return {
    show(project, approvalId) {
      const route = approvalId === undefined ? 'approvals' : `approvals/${approvalId}`
      const panel = open.get(project)
      if (!panel) return create(project, route)
      panel.reveal()
      void panel.webview.postMessage({ type: 'GO_TO', route })
    },
    follow: (project) => ({ dispose: () => open.get(project)?.dispose() }),
    dispose() {
      for (const panel of open.values()) panel.dispose()
    },
  }
}
