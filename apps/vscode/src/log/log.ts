// The output channel "Countersign", and the same channel as the logger of the runner.
import type { Logger } from '@countersign/runner'
import * as vscode from 'vscode'

export interface Log extends Logger, vscode.Disposable {
  show(): void
  /** The last ones, oldest first: the level, the words, and what they are about. */
  lines(): readonly string[]
}

const MAX_LINES = 500

export function openLog(): Log {
  const channel = vscode.window.createOutputChannel('Countersign', { log: true })
  const lines: string[] = []
  const write = (level: 'info' | 'warn' | 'error') => (fields: object, message: string) => {
    const about = Object.keys(fields).length > 0 ? [fields] : []
    channel[level](message, ...about)
    lines.push([level, message, ...about.map((one) => JSON.stringify(one))].join(' '))
    if (lines.length > MAX_LINES) lines.shift()
  }
  return {
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    show: () => channel.show(),
    lines: () => lines,
    dispose: () => channel.dispose(),
  }
}
