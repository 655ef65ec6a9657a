// verdicts: for arguments made from the option tables and their mutations, every call has a verdict, and adding arguments never lowers it.
import { ALLOWED_COMMANDS } from '../../../packages/policy/src/index.ts'
import { type BrokenProperty, breakProperty } from '../../../packages/policy/test/command-properties.ts'
import type { Fuzzer, Round } from '../fuzzer.ts'

const RUNS_PER_ROUND = 500
/** A run judges a call in two ways. */
const VERDICTS_PER_ROUND = 2 * RUNS_PER_ROUND * ALLOWED_COMMANDS.size

async function round(seed: number): Promise<Round> {
  for (const command of ALLOWED_COMMANDS) {
    const broken = breakProperty(command, { seed, runs: RUNS_PER_ROUND })
    if (broken) return { done: VERDICTS_PER_ROUND, failed: { smallest: smallestOf(command, broken), why: broken.property } }
  }
  return { done: VERDICTS_PER_ROUND }
}

const smallestOf = (command: string, { args }: BrokenProperty): string => JSON.stringify([command, ...args])

export const verdicts: Fuzzer = {
  name: 'verdicts',
  cases: 'verdicts',
  usualCount: 100_000 * ALLOWED_COMMANDS.size,
  open: async () => ({ round, [Symbol.asyncDispose]: async () => undefined }),
}
