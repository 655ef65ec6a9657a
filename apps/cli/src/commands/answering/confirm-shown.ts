// What is about to be approved, shown in full; a person at a terminal then says yes to that. In a script the operator's token stands
// for the person, and --yes for the question: with the id of what was seen, so that nothing else is approved in its place.
import { createInterface } from 'node:readline/promises'
import type { ApprovalView } from '@countersign/protocol'
import { isAtTerminal } from '../../connection/connect.ts'
import { dim } from '../../terminal/colours.ts'
import { printLine } from '../../terminal/print.ts'
import { UsageError } from '../../terminal/report-error.ts'
import { askedLines } from '../../terminal/show-approval.ts'
import { inLines } from '../../terminal/shown.ts'

export interface Confirming {
  readonly id: string | undefined
  readonly yes?: boolean | undefined
  readonly json?: boolean | undefined
  /** What it is to run with instead. */
  readonly params?: string | undefined
}

export function checkConfirming({ id, yes, json }: Confirming): void {
  if (yes && !id) throw new UsageError('--yes goes with the id of what you have seen (pending shows it)')
  if (json && !yes && isAtTerminal()) throw new UsageError('--json prints no question: add --yes and the id of what you have seen')
}

export async function confirmShown(approval: ApprovalView, { yes, json, params }: Confirming): Promise<void> {
  if (json) return
  const edited = params === undefined ? [] : ['', `  ${dim('with these parameters instead')} ${inLines(params)}`]
  printLine(`${[...askedLines(approval, Date.now()), ...edited].join('\n')}\n`)
  if (yes || !isAtTerminal()) return
  if (!(await confirms('Approve this? [y/N] '))) throw new UsageError('not approved: it still waits')
}

async function confirms(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // Without an answer the input has ended, which is no yes.
  const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
  try {
    return /^y(es)?$/i.test((await Promise.race([terminal.question(question), ended])).trim())
  } finally {
    terminal.close()
  }
}
