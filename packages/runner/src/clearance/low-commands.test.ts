// Calls that are judged LOW are really run, under strace, without a sandbox: the verdict alone must hold.
import { existsSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { READING_COMMANDS } from '../../test/oracle/arguments.ts'
import { findHarm, lowCallsAreHarmless, openOracle } from '../../test/oracle/oracle.ts'
import { makeScratch } from '../../test/oracle/scratch.ts'

const RUNS = 60
const canTrace = existsSync('/usr/bin/strace')
if (!canTrace) console.warn('LOW calls are not run: strace is not installed')
if (!canTrace && process.env.CI) throw new Error('strace is not installed')

describe.skipIf(!canTrace)('under strace', () => {
  it.each(READING_COMMANDS)('%s that is LOW opens, starts and talks to nothing outside', { timeout: 120_000 }, async (command) => {
    using scratch = makeScratch()
    const oracle = await openOracle(command, scratch.root)
    await fc.assert(lowCallsAreHarmless(command, oracle), { numRuns: RUNS, maxSkipsPerRun: 1_000 })
  })

  it.each([
    ['cat', ['link-out'], /opens .*outside\.txt/],
    ['cat', ['.env'], /opens .*\.env/],
    ['grep', ['-R', 'x', 'folder-out'], /opens .*outside/],
    ['find', ['.', '-fprint', 'made'], /opens .*made.*O_WRONLY/],
    ['find', ['.', '-exec', 'true', ';'], /starts a program/],
    ['find', ['.', '-name', 'hard', '-delete'], /changes: /],
    ['cat', ['pipe'], /does not end/],
  ])('%s %j would be noticed', { timeout: 60_000 }, async (command, args, harm) => {
    using scratch = makeScratch()
    expect((await findHarm(command, args, await openOracle(command, scratch.root, 1))).join('\n')).toMatch(harm)
  })
})
