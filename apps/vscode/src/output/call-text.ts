// What a command's call looks like in a terminal: its line, what it prints, and how it ended.
import { type Call, hasEnded } from '@countersign/ui/following'
import * as vscode from 'vscode'
import { plainOutput } from './plain-output.ts'

const { t } = vscode.l10n

/** How much of a call stands in the terminal. */
export interface Written {
  readonly next: number
  readonly ended: boolean
}

/** What came since; `before` is undefined for a call whose line is not there yet. */
export function newText(call: Call, before: Written | undefined): string {
  const head = before ? '' : `\x1b[1m$ ${plainOutput(commandOf(call))}\x1b[0m\n`
  const bytes = call.output_next - (before?.next ?? 0)
  const output = bytes > 0 ? Buffer.from(call.output).subarray(-bytes).toString() : ''
  return `${head}${plainOutput(output)}${isOver(call) ? `\x1b[2m${endOf(call)}\x1b[0m\n` : ''}`
}

/** A process that outlives its call goes on printing; its end is in the view of processes. */
export const isOver = ({ tool_name, status, is_whole }: Call): boolean =>
  hasEnded(status) && is_whole && !(tool_name === 'run_persistent' && status === 'completed')

function commandOf({ tool_params: { command, args } }: Call): string {
  return [command, ...(Array.isArray(args) ? args : [])].map(String).join(' ')
}

const endOf = ({ status, summary }: Call): string =>
  typeof summary.exit_code === 'number' ? t('ended with exit code {0}', summary.exit_code) : t('ended: {0}', status)
