// Shows in full what is about to be approved, then asks the person at the terminal. In a script, the operator's token replaces
// the person, and --yes the question, with the id of what was seen, so that nothing else is approved instead.
import { createInterface } from 'node:readline/promises'
import type { ApprovalView } from '@countersign/protocol'
import { isAtTerminal } from '../../connection/connect.ts'
import { askedLines } from '../../terminal/approvals/show-approval.ts'
import { dim } from '../../terminal/colours.ts'
import { printLine } from '../../terminal/print.ts'
import { UsageError } from '../../terminal/report-error.ts'
import { inLines } from '../../terminal/shown.ts'

export interface Confirming {
  readonly id: string | undefined
  readonly yes?: boolean | undefined
  readonly json?: boolean | undefined
  /** Edited parameters. */
  readonly params?: string | undefined
  /** What of it is approved. */
  readonly notes?: readonly string[] | undefined
  readonly withLines?: boolean | undefined
}

export function checkConfirming({ id, yes, json }: Confirming): void {
  if (yes && !id) throw new UsageError('--yes needs the id of what you have seen (pending shows it)')
  if (json && !yes && isAtTerminal()) throw new UsageError('--json cannot ask: add --yes and the id of what you have seen')
}

export async function confirmShown(approval: ApprovalView, { yes, json, params, notes = [], withLines }: Confirming): Promise<void> {
  if (json) return
  const edited = params === undefined ? [] : ['', `  ${dim('with these parameters instead')} ${inLines(params)}`]
  printLine(`${[...askedLines(approval, Date.now(), { withLines }), ...edited, ...notes.map((note) => `  ${note}`)].join('\n')}\n`)
  if (yes || !isAtTerminal()) return
  if (!(await confirms('Approve this? [y/N] '))) throw new UsageError('not approved: it is still pending')
}

async function confirms(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // No answer means that the input ended, which does not approve.
  const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
  try {
    return /^y(es)?$/i.test((await Promise.race([terminal.question(question), ended])).trim())
  } finally {
    terminal.close()
  }
}
