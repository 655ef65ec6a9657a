// The output channel "Countersign", and the same channel as the logger of the runner.
import type { Logger } from '@countersign/runner'
import * as vscode from 'vscode'

export interface Log extends Logger, vscode.Disposable {
  show(): void
}

export function openLog(): Log {
  const channel = vscode.window.createOutputChannel('Countersign', { log: true })
  const write = (level: 'info' | 'warn' | 'error') => (fields: object, message: string) =>
    Object.keys(fields).length > 0 ? channel[level](message, fields) : channel[level](message)
  return { info: write('info'), warn: write('warn'), error: write('error'), show: () => channel.show(), dispose: () => channel.dispose() }
}
