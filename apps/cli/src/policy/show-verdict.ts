// A verdict on a terminal: what would happen, and why.
import type { Verdict } from '@countersign/core'
import { bold, dim, red, riskColour } from '../terminal/colours.ts'
import { printLine } from '../terminal/print.ts'

export function showVerdict({ decision, risk, code, reasons }: Verdict): void {
  printLine(decision === 'deny' ? `${red(bold('deny'))} ${dim(code ?? '')}` : `${riskColour(risk)(bold(decision))} ${risk}`)
  for (const reason of reasons) printLine(`  ${reason}`)
}
