// A webview that shows one project: its document, its bridge, and what the page asks of the editor.
import type { ToWebview } from '@countersign/ui/bridge'
import * as vscode from 'vscode'
import type { Log } from '../log/log.ts'
import type { FolderProject } from '../projects/folder-project.ts'
import { executeTool } from './execute-tool.ts'
import { serveWebview } from './serve-webview.ts'
import { pageLanguage, readWebviewHtml, webviewOptions } from './webview-html.ts'

export interface WebviewActions {
  readonly log: Log
  /** The folder with the built page. */
  readonly page: vscode.Uri
  readonly showDiff: (project: FolderProject, approvalId: string) => void
  readonly signOut: () => void
}

/** Shows the project from now on; what it returns ends that. */
export function showProject(webview: vscode.Webview, project: FolderProject, route: string, actions: WebviewActions): vscode.Disposable {
  const { log, page } = actions
  webview.options = webviewOptions(page)
  const send = (message: ToWebview) => void webview.postMessage(message)
  const serving = serveWebview(webview, {
    url: project.url,
    token: project.token,
    projectId: project.projectId,
    log,
    onReady: () => send({ type: 'HELLO', project_id: project.projectId, language: pageLanguage(), route }),
    onExecuteTool: (call) => executeTool(project.client, project.projectId, call),
    onShowDiff: (id) => actions.showDiff(project, id),
    onOpenFile: ({ path, line }) =>
      void openFile(project.folder, path, line).catch((error: unknown) =>
        log.warn({ path, error: String(error) }, 'the file could not be opened'),
      ),
    onSignOut: actions.signOut,
  })
  readWebviewHtml(webview, page).then(
    (html) => {
      webview.html = html
    },
    (error: unknown) => log.error({ error: String(error) }, 'the page of the extension could not be read'),
  )
  return serving
}

async function openFile(folder: vscode.WorkspaceFolder, path: string, line: number | undefined): Promise<void> {
  const uri = vscode.Uri.joinPath(folder.uri, ...path.split('/'))
  if (!uri.path.startsWith(`${folder.uri.path}/`)) throw new Error('the file is outside the folder')
  const at = line === undefined ? {} : { selection: new vscode.Range(line - 1, 0, line - 1, 0) }
  await vscode.window.showTextDocument(uri, { preview: true, ...at })
}
