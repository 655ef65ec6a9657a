// npm run fuzz: runs for long what the tests run briefly. Fails with the smallest failing case and the seed that leads to it.
import type { Fuzzer } from './fuzzer.ts'
import { FUZZERS } from './fuzzers.ts'
import { readOptions } from './options.ts'
import { type Budget, type Outcome, runFuzzer } from './run-fuzzer.ts'

const options = readOptions(
  process.argv.slice(2),
  FUZZERS.map(({ name }) => name),
)
const chosen = FUZZERS.filter(({ name }) => options.only.length === 0 || options.only.includes(name))

function budgetOf({ usualCount }: Fuzzer): Budget {
  const { count, minutes, seed } = options
  const isTimed = minutes !== undefined
  return {
    count: count ?? (isTimed ? Number.POSITIVE_INFINITY : usualCount),
    milliseconds: isTimed ? (minutes * 60_000) / chosen.length : Number.POSITIVE_INFINITY,
    seed,
  }
}

function tell({ name, cases }: Fuzzer, { done, seconds, seed, failed }: Outcome): string {
  const figures = `${name}: ${done.toLocaleString('en')} ${cases} in ${Math.round(seconds)} s, seeds ${options.seed} to ${seed}`
  if (!failed) return `${figures}: no failure`
  return [
    `${figures}: FAILED`,
    `  smallest case: ${failed.smallest}`,
    `  ${failed.why}`,
    `  again: npm run fuzz -- --only ${name} --seed ${seed} --count 1`,
  ].join('\n')
}

for (const fuzzer of chosen) {
  const outcome = await runFuzzer(fuzzer, budgetOf(fuzzer), (text) => void process.stderr.write(`${text}\n`))
  console.log(tell(fuzzer, outcome))
  if (outcome.failed) process.exitCode = 1
}
