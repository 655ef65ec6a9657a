// Shows the outcome of a call on a terminal.

import { makeVisible } from '@countersign/policy'
import { type CallView, isEnd } from '@countersign/protocol'
import { dim, green, red, yellow } from './colours.ts'
import { ownName } from './own-name.ts'
import { printLine } from './print.ts'
import { render } from './render.ts'

export const succeeded = ({ status, result }: CallView): boolean =>
  !['failed', 'rejected', 'timeout', 'cancelled'].includes(status) && (result as { success?: boolean } | undefined)?.success !== false

/** The command to type next: approve for an approval, answer for a question. */
export async function lineToAnswer({ tool_name, approval_id }: CallView): Promise<string> {
  const { findTool } = await import('@countersign/tools')
  return `${ownName} ${findTool(tool_name)?.question ? 'answer' : 'approve'} ${approval_id}`
}

export async function showCall(view: CallView): Promise<void> {
  const result = (view.result ?? {}) as Record<string, unknown>
  const text = result.content ?? result.stdout
  if (!view.error && isEnd(view.status) && typeof text === 'string') showText(text, result.stderr)
  else printLine(await summary(view, result))
}

function showText(text: string, stderr: unknown): void {
  process.stdout.write(forReader(process.stdout, text.endsWith('\n') || text === '' ? text : `${text}\n`))
  if (typeof stderr === 'string') process.stderr.write(forReader(process.stderr, stderr))
}

/** A program gets the bytes unchanged; on a terminal, escape sequences from a file have no effect. */
const forReader = (stream: NodeJS.WriteStream, text: string): string => (stream.isTTY ? makeVisible(text, { multiline: true }) : text)

function failureText({ status, error_form, error_code, advice, advice_form }: CallView, error: string): string {
  const code = dim(error_code ?? '')
  return `${red(status)} ${render(error, error_form)} ${code}\n${advice ? render(advice, advice_form) : ''}`
}

async function summary(view: CallView, result: object): Promise<string> {
  if (view.error) return failureText(view, view.error)
  if (isEnd(view.status)) return `${(succeeded(view) ? green : red)('completed')} ${JSON.stringify(result, null, 2)}`
  const waits = view.status === 'awaiting_approval' ? `for the operator: ${await lineToAnswer(view)}` : 'to run'
  return `${yellow(view.status)} waiting ${waits}\n${dim(`id ${view.tool_id}`)}`
}
