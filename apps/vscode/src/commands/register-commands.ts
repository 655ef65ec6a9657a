// Registers the commands of the manifest. A command that fails tells the person why.
import * as vscode from 'vscode'
import { sayError } from '../words/say.ts'

// biome-ignore lint/suspicious/noExplicitAny: each command is called with what its menu gives it.
type Run = (...args: any[]) => unknown

export function registerCommands(commands: Readonly<Record<string, Run>>): vscode.Disposable {
  const registered = Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(`countersign.${name}`, telling(run)))
  return vscode.Disposable.from(...registered)
}

const telling =
  (run: Run): Run =>
  async (...args) => {
    try {
      return await run(...args)
    } catch (error) {
      sayError(`Countersign: ${error instanceof Error ? error.message : String(error)}`)
      return undefined
    }
  }
