// The view "Chat" in the side bar: the page's chat for the project of the active editor's root folder.
import * as vscode from 'vscode'
import type { FolderProject } from '../projects/folder-project.ts'
import type { Projects } from '../projects/projects.ts'
import { showProject, type WebviewActions } from './webview-project.ts'

export function registerChatView(projects: Projects, actions: WebviewActions): vscode.Disposable {
  const views = new Set<ShownView>()
  const provider: vscode.WebviewViewProvider = {
    resolveWebviewView(view) {
      const shown = new ShownView(view, projects, actions)
      views.add(shown)
      view.onDidDispose(() => {
        views.delete(shown)
        shown.dispose()
      })
    },
  }
  const refresh = () => {
    for (const view of views) view.refresh()
  }
  return vscode.Disposable.from(
    vscode.window.registerWebviewViewProvider('countersign.panel', provider, { webviewOptions: { retainContextWhenHidden: true } }),
    projects.onChange(refresh),
    vscode.window.onDidChangeActiveTextEditor(refresh),
  )
}

class ShownView implements vscode.Disposable {
  readonly #view: vscode.WebviewView
  readonly #projects: Projects
  readonly #actions: WebviewActions
  #project: FolderProject | undefined
  #serving: vscode.Disposable | undefined

  constructor(view: vscode.WebviewView, projects: Projects, actions: WebviewActions) {
    this.#view = view
    this.#projects = projects
    this.#actions = actions
    this.refresh()
  }

  refresh(): void {
    const project = this.#choose()
    this.#view.description = project && this.#projects.list().length > 1 ? project.folder.name : undefined
    if (project === this.#project) return
    this.#serving?.dispose()
    this.#project = project
    this.#serving = project && showProject(this.#view.webview, project, 'chat', this.#actions)
  }

  dispose(): void {
    this.#serving?.dispose()
  }

  /** The active editor's project; while no editor of a root is active, the one shown before. */
  #choose(): FolderProject | undefined {
    const open = this.#projects.list()
    const uri = vscode.window.activeTextEditor?.document.uri
    const active = uri && this.#projects.of(uri)
    if (active) return active
    return this.#project && open.includes(this.#project) ? this.#project : open[0]
  }
}
