// Runs one fuzzer, round after round, until its number or its time is reached or a case fails.
import type { FailedCase, Fuzzer } from './fuzzer.ts'

export interface Budget {
  readonly count: number
  readonly milliseconds: number
  readonly seed: number
}

export interface Outcome {
  readonly done: number
  readonly seconds: number
  readonly seed: number
  readonly failed?: FailedCase
}

const SAY_MILLISECONDS = 15_000

export async function runFuzzer(fuzzer: Fuzzer, budget: Budget, say: (text: string) => void): Promise<Outcome> {
  await using session = await fuzzer.open()
  const began = performance.now()
  const passed = () => performance.now() - began
  let done = 0
  let said = 0
  for (let seed = budget.seed; ; seed++) {
    const round = await session.round(seed)
    done += round.done
    const outcome = { done, seconds: passed() / 1000, seed }
    if (round.failed) return { ...outcome, failed: round.failed }
    if (done >= budget.count || passed() >= budget.milliseconds) return outcome
    if (passed() - said >= SAY_MILLISECONDS) {
      said = passed()
      say(`${fuzzer.name}: ${done.toLocaleString('en')} ${fuzzer.cases} so far`)
    }
  }
}
