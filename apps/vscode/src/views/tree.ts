// A tree view whose rows are made anew when something changes.
import * as vscode from 'vscode'

export interface Row<Value> {
  readonly label: string
  readonly description?: string
  readonly tooltip?: string
  readonly icon: string
  /** Names its actions in the menus of the manifest. */
  readonly kind: string
  readonly command?: string
  readonly value: Value
}

export interface TreeView extends vscode.Disposable {
  refresh(): void
}

export interface TreeOptions<Value> {
  readonly id: string
  readonly load: () => Promise<readonly Row<Value>[]> | readonly Row<Value>[]
  /** Shown on the icon of the container, also while the view is hidden. */
  readonly badge?: () => vscode.ViewBadge | undefined
}

export function openTree<Value>({ id, load, badge }: TreeOptions<Value>): TreeView {
  const changes = new vscode.EventEmitter<void>()
  const provider: vscode.TreeDataProvider<Row<Value>> = {
    onDidChangeTreeData: changes.event,
    getChildren: async (row) => (row ? [] : [...(await load())]),
    getTreeItem: itemOf,
  }
  const view = vscode.window.createTreeView(id, { treeDataProvider: provider })
  const refresh = () => {
    if (badge) view.badge = badge()
    changes.fire()
  }
  return { refresh, dispose: () => vscode.Disposable.from(view, changes).dispose() }
}

function itemOf<Value>(row: Row<Value>): vscode.TreeItem {
  const item = new vscode.TreeItem(row.label)
  item.iconPath = new vscode.ThemeIcon(row.icon)
  item.contextValue = row.kind
  if (row.description !== undefined) item.description = row.description
  if (row.tooltip !== undefined) item.tooltip = row.tooltip
  if (row.command !== undefined) item.command = { command: row.command, title: row.label, arguments: [row] }
  return item
}
