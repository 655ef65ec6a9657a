// The person's settings of the extension, read anew at each use.
import * as vscode from 'vscode'

const SECTION = 'countersign'

const read = <Value>(name: string, otherwise: Value): Value => vscode.workspace.getConfiguration(SECTION).get(name, otherwise)

export const settings = {
  /** Empty: the server that runs on this machine. */
  serverUrl: () => read('serverUrl', '').trim().replace(/\/+$/, ''),
  runTools: () => read('runTools', true),
  runnerProcess: () => read('runnerProcess', false),
  notifications: () => read('notifications', true),
  marks: () => read('marks', true),
}

export const onSettingsChange = (run: () => void): vscode.Disposable =>
  vscode.workspace.onDidChangeConfiguration((change) => change.affectsConfiguration(SECTION) && run())
