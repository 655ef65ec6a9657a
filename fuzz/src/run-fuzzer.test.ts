import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Fuzzer, Round } from './fuzzer.ts'
import { runFuzzer } from './run-fuzzer.ts'

const fuzzer = (round: (seed: number) => Round): Fuzzer => ({
  name: 'test',
  cases: 'cases',
  usualCount: 1,
  open: async () => ({ round: async (seed) => round(seed), [Symbol.asyncDispose]: async () => undefined }),
})
const quiet = () => undefined
const FOREVER = Number.POSITIVE_INFINITY

test('a fuzzer goes on until its number is reached', async () => {
  const outcome = await runFuzzer(
    fuzzer(() => ({ done: 10 })),
    { count: 25, milliseconds: FOREVER, seed: 5 },
    quiet,
  )
  expect(outcome).toMatchObject({ done: 30, seed: 7 })
})

test('or until its time is up', async () => {
  const outcome = await runFuzzer(
    fuzzer(() => ({ done: 1 })),
    { count: FOREVER, milliseconds: 20, seed: 1 },
    quiet,
  )
  expect(outcome.done).toBeGreaterThan(0)
})

test('or until a case fails, whose seed is told', async () => {
  const failed = { smallest: 'x', why: 'y' }
  const fails = fuzzer((seed) => ({ done: 1, ...(seed === 3 && { failed }) }))
  expect(await runFuzzer(fails, { count: FOREVER, milliseconds: FOREVER, seed: 1 }, quiet)).toMatchObject({ done: 3, seed: 3, failed })
})

test('the command line runs the fuzzers that it names and says how many cases they tried', { timeout: 120_000 }, () => {
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  const run = (...args: string[]) => spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' })
  expect(run('--only', 'verdicts', '--count', '1', '--seed', '2')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^verdicts: [\d,]+ verdicts in \d+ s, seeds 2 to 2: no failure\n$/),
  })
  expect(run('--only', 'nothing').status).toBe(1)
})
