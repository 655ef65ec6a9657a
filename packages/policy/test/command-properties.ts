// What holds for every call of every command, checked over made-up arguments by the tests and, for longer, by `npm run fuzz`.
import fc from 'fast-check'
import { commandPathOperands, judgeCommand } from '../src/command/index.ts'
import { isRefused, type Judgement } from '../src/risk/index.ts'
import { growingCalls, mutatedArguments } from './command-arguments.ts'

const ORDER = { LOW: 0, MEDIUM: 1, HIGH: 2, refused: 3 }
export const levelOf = (judgement: Judgement): number => ORDER[isRefused(judgement) ? 'refused' : judgement.risk]

const judge = (command: string, args: readonly string[], isolation: 'sandbox' | 'none' = 'sandbox'): Judgement =>
  judgeCommand({ command, args }, { isolation })

export interface BrokenProperty {
  readonly property: string
  readonly args: readonly string[]
}

export interface Tries {
  readonly seed: number
  readonly runs: number
}

/** Undefined where all holds. Half of the runs go to each property; each run takes two verdicts. */
export function breakProperty(command: string, { seed, runs }: Tries): BrokenProperty | undefined {
  const grows = fc.check(
    fc.property(growingCalls(command), ({ before, after }) => levelOf(judge(command, after)) >= levelOf(judge(command, before))),
    { seed, numRuns: Math.ceil(runs / 2) },
  )
  if (grows.failed) return broken('a further argument never lowers the verdict', grows.counterexample?.[0].after)
  const total = fc.check(
    fc.property(mutatedArguments(command), (args) => isTotal(command, args)),
    { seed, numRuns: Math.ceil(runs / 2) },
  )
  return total.failed
    ? broken('there is a verdict with reasons, and without a sandbox none is softer or LOW', total.counterexample?.[0])
    : undefined
}

const broken = (property: string, args: readonly string[] = []): BrokenProperty => ({ property, args })

function isTotal(command: string, args: readonly string[]): boolean {
  const [sandboxed, bare] = [judge(command, args), judge(command, args, 'none')]
  commandPathOperands({ command, args })
  const hasReason = isRefused(sandboxed) ? sandboxed.refusal.message.length > 0 : sandboxed.findings.length > 0
  return hasReason && levelOf(bare) >= Math.max(levelOf(sandboxed), ORDER.MEDIUM)
}
