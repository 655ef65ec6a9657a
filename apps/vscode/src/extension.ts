// The extension's entry: what VS Code calls when it starts and stops it.
import type * as vscode from 'vscode'
import { composeExtension, type Extension } from './compose.ts'

let extension: Extension | undefined

/** What it returns, other extensions can read: nothing, but for tests, which name a channel of theirs before the host starts. */
export async function activate(context: vscode.ExtensionContext): Promise<Extension | undefined> {
  extension = await composeExtension(context)
  return process.env.COUNTERSIGN_TEST_HOST === undefined ? undefined : extension
}

export async function deactivate(): Promise<void> {
  await extension?.[Symbol.asyncDispose]()
  extension = undefined
}
