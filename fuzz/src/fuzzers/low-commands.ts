// low-commands: calls that are judged LOW are really run, under strace and without a sandbox; they open, start and reach nothing outside.
import fc from 'fast-check'
import { READING_COMMANDS } from '../../../packages/runner/test/oracle/arguments.ts'
import { lowCallsAreHarmless, openOracle } from '../../../packages/runner/test/oracle/oracle.ts'
import { makeScratch } from '../../../packages/runner/test/oracle/scratch.ts'
import type { Fuzzer, Round } from '../fuzzer.ts'

const RUNS_PER_ROUND = 20

async function runSome(command: string, seed: number): Promise<Round> {
  using scratch = makeScratch()
  const property = lowCallsAreHarmless(command, await openOracle(command, scratch.root))
  const { failed, counterexample, errorInstance } = await fc.check(property, { seed, numRuns: RUNS_PER_ROUND, maxSkipsPerRun: 1_000 })
  if (!failed) return { done: RUNS_PER_ROUND }
  const smallest = JSON.stringify([command, ...(counterexample?.[0] ?? [])])
  return { done: RUNS_PER_ROUND, failed: { smallest, why: errorInstance instanceof Error ? errorInstance.message : 'too few are LOW' } }
}

async function round(seed: number): Promise<Round> {
  let done = 0
  for (const command of READING_COMMANDS) {
    const some = await runSome(command, seed)
    done += some.done
    if (some.failed) return { done, failed: some.failed }
  }
  return { done }
}

export const lowCommands: Fuzzer = {
  name: 'low-commands',
  cases: 'LOW calls run',
  usualCount: 2_000 * READING_COMMANDS.length,
  open: async () => ({ round, [Symbol.asyncDispose]: async () => undefined }),
}
