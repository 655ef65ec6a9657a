// The folders of this window, as paths.
import * as vscode from 'vscode'

export const openFolders = (): readonly string[] => (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath)
